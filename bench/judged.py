"""What fitted weights would answer, each case judged by weights that never saw it, and how good that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.metrics import roc_auc_score

from bench.heads import Heads, covered_features, fit
from bench.measure import FOLDS, SHIPPED, Measured, fold_of

FALSE_CERTAIN = 0.03
"""At most this share of uncovered pastes may be answered `match` (issue bar), and of matches be wrong."""
FALSE_MAYBE = 0.125
"""This share of uncovered pastes may be shown hypotheses: what is likelier than in seven of eight of them is one."""


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
    """The probability that the first article stays below for all but `FALSE_MAYBE` of the uncovered pastes."""
    uncovered = [item.first for item in judged if item.removed or not item.measured.right.any()]
    return round(float(np.quantile(uncovered, 1 - FALSE_MAYBE)), 2)


def summary(judged: Sequence[Judged], cases: Sequence[Measured]) -> dict[str, float]:
    """Accuracy on the covered cases of one condition, AUC of `covered` with removed articles and without."""
    plain = [item for item in judged if not item.removed]
    covered = [item for item in plain if _answerable(item.measured)]
    total = sum(map(_answerable, cases)) if cases[0].condition == SHIPPED else _nameable(cases)
    in_three = sum(any(item.measured.right[place] for place in item.order[:3]) for item in covered)
    truth = [_answerable(item.measured) and not item.removed for item in judged]
    real = [_answerable(item.measured) for item in plain]
    return {
        "cases": total,
        "first": sum(item.right for item in covered) / total,
        "in_three": in_three / total,
        "auc": float(roc_auc_score(truth, [item.covered for item in judged])),
        "auc_real": float(roc_auc_score(real, [item.covered for item in plain])),
    }


def _answerable(case: Measured) -> bool:
    """A right article is among the candidates of a paste that says enough to name it."""
    return bool(case.right.any()) and case.case.nameable


def _nameable(cases: Sequence[Measured]) -> int:
    return sum(1 for case in cases if case.case.expect and case.case.nameable)


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
