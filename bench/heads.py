"""The two heads of the matcher, fitted: a conditional logit over the candidates of a case says which article, a
logistic regression on the first candidate, with the right article and without it, whether any covers the case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from app.matching.evidence import EVIDENCE
from bench.measure import Measured

RIDGE = 0.3
"""Penalty on squared weights: few cases, many rows."""
AGAINST = frozenset(
    {"signature_contradicted", "signature_missed", "version_outside", "other_family", "later_error"}
)
MARGIN_CAP = 5.0
PRIOR = {
    "signature_exact": 3.0,
    "signature_specific": 1.5,
    "signature_relational": 1.5,
    "signature_placed": 1.0,
    "signature_unknown": 0.5,
    "signature_contradicted": -3.0,
    "signature_missed": -3.0,
    "frames": 0.5,
    "log_clue": 0.5,
    "version_inside": 0.5,
    "version_outside": -1.0,
}
"""Where a weight rests without cases that say otherwise: few dev cases have a signature yet."""


@dataclass(frozen=True, slots=True)
class Heads:
    """Both heads as arrays."""

    article: np.ndarray
    covered: np.ndarray
    """Rows of EVIDENCE, then margin, then bias."""


def fit_article(cases: Sequence[Measured]) -> np.ndarray:
    """Weights that put the right article first: a softmax over each case's candidates, maximum likelihood."""
    usable = [case for case in cases if case.representative and not case.right.all()]
    prior = prior_weights()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        distance = weights - prior
        value = RIDGE * float(distance @ distance)
        slope = 2 * RIDGE * distance
        for case in usable:
            odds = case.values @ weights
            odds -= odds.max()
            share = np.exp(odds)
            share /= share.sum()
            right = share * case.right
            chance = max(float(right.sum()), 1e-12)
            value -= np.log(chance)
            slope -= case.values.T @ (right / chance - share)
        return value, slope

    bounds = [(None, 0.0) if row.id in AGAINST else (0.0, None) for row in EVIDENCE]
    return np.asarray(minimize(loss, prior, jac=True, method="L-BFGS-B", bounds=bounds).x)


def prior_weights() -> np.ndarray:
    """The prior of each row of EVIDENCE."""
    return np.array([PRIOR.get(row.id, 0.0) for row in EVIDENCE])


def covered_features(
    case: Measured, weights: np.ndarray, removed: bool
) -> tuple[np.ndarray, np.ndarray] | None:
    """Measurements of the first candidate with the margin and a 1, and the order of the candidates."""
    keep = ~case.right if removed else np.ones(len(case.slugs), dtype=bool)
    if not keep.any():
        return None
    places = np.flatnonzero(keep)
    odds = case.values[places] @ weights
    order = places[np.argsort(-odds, kind="stable")]
    ranked = np.sort(odds)[::-1]
    margin = min(MARGIN_CAP, float(ranked[0] - ranked[1])) if len(ranked) > 1 else MARGIN_CAP
    return np.concatenate([case.values[order[0]], [margin, 1.0]]), order


def fit_covered(cases: Sequence[Measured], weights: np.ndarray) -> np.ndarray:
    """Weights that tell covered from uncovered: the same pastes, with and without their article."""
    rows, labels = [], []
    for case in cases:
        if not case.case.nameable or (case.right.any() and not case.representative):
            continue
        for removed in (False, True):
            found = covered_features(case, weights, removed)
            if found is None:
                continue
            truly = bool(case.right.any()) and not removed
            if removed and not case.right.any():
                continue
            rows.append(found[0])
            labels.append(truly)
    x, y = np.array(rows), np.array(labels, dtype=float)
    prior = prior_weights()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = x @ weights
        chance = 1 / (1 + np.exp(-odds))
        distance = np.concatenate([weights[:-2] - prior, weights[-2:-1], [0.0]])
        value = float(np.sum(np.logaddexp(0, odds) - y * odds) + RIDGE * (distance @ distance))
        slope = x.T @ (chance - y) + 2 * RIDGE * distance
        return value, slope

    bounds = [(None, 0.0) if row.id in AGAINST else (None, None) for row in EVIDENCE] + [
        (0.0, None),
        (None, None),
    ]
    return np.asarray(minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x)


def fit(cases: Sequence[Measured]) -> Heads:
    """Both heads."""
    article = fit_article(cases)
    return Heads(article, fit_covered(cases, article))
