"""From measurements to probabilities and a verdict. The engine: a new evidence row does not change it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from app.matching.compare import Comparison
from app.matching.model import Verdict
from app.matching.weights import Weights
from app.shapes.model import Outcome


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate with what it measured and scored."""

    comparison: Comparison
    measured: tuple[float, ...]
    log_odds: float
    probability: float = 0.0
    """That this slug is the cause: covered x its share among the candidates."""
    settled: bool = False
    """Some error of the paste fits a signature of it exactly, and the article does not expect less of that error."""

    @property
    def refuted(self) -> bool:
        """Its own signature fits the text and a number is false: it is no hypothesis, however alike the words."""
        return self.comparison.unification.outcome is Outcome.CONTRADICTED


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates, best first, and the two answers about the whole."""

    ranked: tuple[Ranked, ...]
    covered: float
    refuted: tuple[Ranked, ...] = ()
    """Candidates whose numbers contradict: kept with that reason, never shown as a match."""


def rank(measured: Sequence[tuple[Comparison, tuple[float, ...]]], weights: Weights) -> Ranking:
    """Candidates by head one, `covered` by head two. Only an article's best error counts."""
    best: dict[str, Ranked] = {}
    settled = {item.article.article.slug for item, _ in measured if _settles(item)}
    for comparison, values in measured:
        scored = Ranked(comparison, values, _dot(values, weights.article))
        slug = comparison.article.article.slug
        if slug not in best or scored.log_odds > best[slug].log_odds:
            best[slug] = scored
    ordered = sorted(best.values(), key=lambda item: (-item.log_odds, item.comparison.article.article.slug))
    refuted = tuple(item for item in ordered if item.refuted)
    ordered = [item for item in ordered if not item.refuted]
    if not ordered:
        return Ranking((), 0.0, refuted)
    covered = _covered(ordered, weights)
    top = ordered[0].log_odds
    shares = [math.exp(item.log_odds - top) for item in ordered]
    total = sum(shares)
    ranked = tuple(
        Ranked(
            item.comparison,
            item.measured,
            item.log_odds,
            covered * share / total,
            item.comparison.article.article.slug in settled,
        )
        for item, share in zip(ordered, shares, strict=True)
    )
    return Ranking(ranked, covered, refuted)


def verdict_of(ranking: Ranking, weights: Weights) -> Verdict:
    """match needs the probability and a lead over the runner-up; maybe needs less of it.

    An exact signature that is the only one asks for less probability: its numbers decide, not the likeness of
    words. A solved one is a hypothesis and never enough; nor is likeness where the article has signatures and
    none fits, since they say what it covers; nor any likeness where the nearest known report is one of which
    the article itself expects no more, unless another error of the paste settles it.
    """
    if not ranking.ranked or ranking.ranked[0].probability < weights.maybe_threshold:
        return Verdict.NONE
    first = ranking.ranked[0]
    runner_up = ranking.ranked[1].probability if len(ranking.ranked) > 1 else 0.0
    exact = [item for item in ranking.ranked if item.comparison.unification.outcome is Outcome.EXACT]
    needed = weights.exact_threshold if exact == [first] else weights.match_threshold
    sure = first.probability >= needed and first.probability >= weights.match_lead * runner_up
    if _expected_less(first.comparison) and not first.settled:
        return Verdict.MAYBE
    confirmed = first in exact or not first.comparison.article.signatures
    return Verdict.MATCH if sure and confirmed else Verdict.MAYBE


def _expected_less(comparison: Comparison) -> bool:
    """Whether the error is worded as a known report of which the article expects no more than a maybe."""
    nearest = comparison.likeness.best
    return nearest.same_template and not nearest.certain


def _settles(comparison: Comparison) -> bool:
    return comparison.unification.outcome is Outcome.EXACT and not _expected_less(comparison)


def margin(ordered: Sequence[Ranked]) -> float:
    """The first candidate's lead over the second in log-odds, capped: a lone candidate is no proof."""
    return min(5.0, ordered[0].log_odds - ordered[1].log_odds) if len(ordered) > 1 else 5.0


def _covered(ordered: Sequence[Ranked], weights: Weights) -> float:
    odds = weights.covered_bias + _dot(ordered[0].measured, weights.covered)
    odds += weights.covered_margin * margin(ordered)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


def _dot(values: Sequence[float], weights: Sequence[float]) -> float:
    total: float = sum(map(mul, values, weights))
    return total
