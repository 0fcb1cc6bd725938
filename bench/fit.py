"""Fits `app/matching/weights.json` on the dev cases. Run: `make fit`.

Head one is a conditional logit over the candidates of a case; head two a logistic regression on the first
candidate of each case, once as it is and once with its right article removed. Every number printed comes from
cross-validation split by repository: weights of nine folds judge the tenth.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from app.matching.evidence import EVIDENCE
from app.matching.weights import FILE
from bench.measure import FOLDS, Measured, fold_of, measure_cases, neutral_weights
from bench.stubs import DATA, load_cases, load_catalogue, real_articles, with_aliases

RIDGE = 0.3
"""Penalty on squared weights: few cases, many rows."""
FALSE_CERTAIN = 0.03
"""At most this share of uncovered pastes may be answered `match` (issue bar), and of matches be wrong."""
EXACT_BAR = 0.5
"""Over the shipped articles the only exact signature was right in 235 of 241 cases, whatever the probability."""
FALSE_MAYBE = 0.25
"""This share of uncovered pastes may be shown hypotheses: reading three costs a minute, missing the cause more."""
AGAINST = frozenset(
    {"signature_contradicted", "signature_missed", "version_outside", "other_family", "later_error"}
)
MARGIN_CAP = 5.0
PRIOR = {
    "signature_exact": 3.0,
    "signature_specific": 1.5,
    "signature_relational": 1.5,
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


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: the probability of the first slug, whether it is right, whether any right one was there."""

    measured: Measured
    removed: bool
    order: np.ndarray
    covered: float
    first: float
    second: float
    right: bool
    hypothesis: bool


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


def judge(case: Measured, heads: Heads, removed: bool) -> Judged | None:
    """What these weights would answer; with `removed`, as if the right article did not exist."""
    found = covered_features(case, heads.article, removed)
    if found is None:
        return None
    features, order = found
    covered = float(1 / (1 + np.exp(-np.clip(features @ heads.covered, -30, 30))))
    odds = case.values[order] @ heads.article
    share = np.exp(odds - odds.max())
    share /= share.sum()
    return Judged(
        measured=case,
        removed=removed,
        order=order,
        covered=covered,
        first=covered * float(share[0]),
        second=covered * float(share[1]) if len(share) > 1 else 0.0,
        right=bool(case.right[order[0]]) and not removed,
        hypothesis=case.outcomes[order[0]] == "solved",
    )


def cross_validated(cases: Sequence[Measured]) -> list[Judged]:
    """Every case judged by the weights of the other folds, as it is and with its article removed."""
    judged = []
    for fold in range(FOLDS):
        heads = fit([case for case in cases if fold_of(case.case) != fold])
        for case in cases:
            if fold_of(case.case) == fold:
                judged += [judge(case, heads, removed) for removed in (False, True)]
    return [item for item in judged if item is not None]


def match_threshold(judged: Sequence[Judged], lead: float) -> float:
    """The least probability for `match` that keeps wrong and false certainty under the bar."""
    usable = [item for item in judged if not item.hypothesis and item.first >= lead * item.second]
    uncovered = [item for item in judged if item.removed or not item.measured.right.any()]
    for step in range(40, 100):
        bar = step / 100
        answered = [item for item in usable if item.first >= bar and not item.removed]
        false = [
            item for item in usable if item.first >= bar and (item.removed or not item.measured.right.any())
        ]
        wrong = sum(not item.right for item in answered)
        if (
            answered
            and wrong <= FALSE_CERTAIN * len(answered)
            and len(false) <= FALSE_CERTAIN * len(uncovered)
        ):
            return bar
    return 0.99


def maybe_threshold(judged: Sequence[Judged]) -> float:
    """The coverage that all but `FALSE_MAYBE` of the uncovered pastes stay below."""
    uncovered = [item.covered for item in judged if item.removed or not item.measured.right.any()]
    return round(float(np.quantile(uncovered, 1 - FALSE_MAYBE)), 2)


def summary(judged: Sequence[Judged], cases: Sequence[Measured]) -> dict[str, float]:
    """Accuracy on covered cases, AUC of `covered`."""
    plain = [item for item in judged if not item.removed]
    covered = [item for item in plain if item.measured.case.expect and item.measured.case.nameable]
    total = sum(1 for case in cases if case.case.expect and case.case.nameable)
    in_three = sum(any(item.measured.right[place] for place in item.order[:3]) for item in covered)
    recall = sum(bool(case.right.any()) for case in cases if case.case.expect and case.case.nameable)
    truth = [item.measured.right.any() and not item.removed for item in judged]
    return {
        "cases": total,
        "recall": recall / total,
        "first": sum(item.right for item in covered) / total,
        "in_three": in_three / total,
        "auc": float(roc_auc_score(truth, [item.covered for item in judged])),
    }


def reliability(judged: Sequence[Judged]) -> list[dict[str, float]]:
    """For each band of the first probability: how many answers, how many right."""
    bands = []
    for low in np.arange(0, 1, 0.1):
        inside = [item for item in judged if low <= item.first < low + 0.1]
        if inside:
            right = sum(item.right for item in inside)
            bands.append(
                {"from": round(float(low), 1), "count": len(inside), "right": round(right / len(inside), 3)}
            )
    return bands


def main() -> None:
    """Measures, fits, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write app/matching/weights.json")
    parser.add_argument("--worst", type=int, default=0, help="print so many wrong cases")
    parser.add_argument("--stubs-only", action="store_true", help="measure on the catalogue alone")
    options = parser.parse_args()
    catalogue, cases = load_catalogue(), load_cases()
    real = {} if options.stubs_only else real_articles()
    cases = with_aliases(cases, real.values())
    measured = measure_cases(catalogue, cases, real, neutral_weights())
    judged = cross_validated(measured)
    lead = 3.0
    match_bar, maybe_bar = match_threshold(judged, lead), maybe_threshold(judged)
    numbers = summary(judged, measured)
    print(json.dumps(numbers, indent=1), f"maybe from {maybe_bar}")
    certain = [i for i in judged if not i.hypothesis and i.first >= match_bar and i.first >= lead * i.second]
    answered = [i for i in certain if not i.removed]
    print(
        f"match at {match_bar}: {len(answered)} answers, {sum(i.right for i in answered)} right,"
        f" {sum(i.removed for i in certain)} of the removed answered match"
    )
    for item in [i for i in judged if not i.removed and not i.right and i.measured.case.expect][
        : options.worst
    ]:
        names = [item.measured.slugs[place] for place in item.order[:3]]
        print(
            item.measured.case.id,
            "| want",
            item.measured.case.expect,
            "| got",
            names,
            "| recall",
            bool(item.measured.right.any()),
            "|",
            item.measured.case.text[:300].replace("\n", "⏎"),
        )
    heads = fit(measured)
    if options.write:
        FILE.write_text(
            json.dumps(_file(heads, judged, numbers, match_bar, lead, maybe_bar), indent=1) + "\n"
        )
    for row, weight, cover in zip(EVIDENCE, heads.article, heads.covered, strict=False):
        print(f"{row.id:26s} {weight:8.3f} {cover:8.3f}")


def _file(
    heads: Heads, judged: Sequence[Judged], numbers: dict[str, float], match: float, lead: float, maybe: float
) -> dict[str, Any]:
    cases_hash = hashlib.sha256((DATA / "dev.jsonl").read_bytes()).hexdigest()[:12]
    today = datetime.now(UTC).date().isoformat()
    return {
        "algorithm": f"{today}.{cases_hash[:6]}",
        "fitted": today,
        "cases": cases_hash,
        "cross_validated": {name: round(value, 4) for name, value in numbers.items()},
        "reliability": reliability(judged),
        "match_threshold": match,
        "exact_threshold": EXACT_BAR,
        "match_lead": lead,
        "maybe_threshold": maybe,
        "article": {row.id: round(float(w), 4) for row, w in zip(EVIDENCE, heads.article, strict=True)},
        "covered": {row.id: round(float(w), 4) for row, w in zip(EVIDENCE, heads.covered[:-2], strict=True)},
        "covered_margin": round(float(heads.covered[-2]), 4),
        "covered_bias": round(float(heads.covered[-1]), 4),
    }


if __name__ == "__main__":
    main()
