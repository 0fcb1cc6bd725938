"""A parsed paste held against the index: candidates, evidence, ranking, verdict, with the reasons kept."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from itertools import chain
from threading import Lock

from app.index.anchored import known_lines
from app.index.candidates import candidates
from app.index.frequencies import root_frequencies
from app.index.model import Candidate
from app.index.open import Index
from app.matching.compare import UNFIT, Context, Fit, best_fit, compare, relation_rarities
from app.matching.evidence import measure_all, speak
from app.matching.model import Diagnosis, Loser, Match, Verdict
from app.matching.profile import (
    ArticleProfile,
    ErrorProfile,
    article_profile,
    article_words,
    error_profiles,
    error_words,
    said_by,
)
from app.matching.rank import Ranked, Ranking, rank, verdict_of
from app.matching.versions import version_verdict
from app.matching.weighing import rarity_of
from app.matching.weights import Weights
from app.phrase import Phrase
from app.reports.known import with_known_lines
from app.reports.model import Report
from app.shapes.model import Outcome

HYPOTHESES = 3
"""A maybe shows at most so many (design contract, section 9)."""
NEGLIGIBLE = 0.02
"""An alternative below this probability is a loser, not a match to read."""
LOSERS = 10
LIKELIEST = 24
"""Articles found only by words that are compared: cross-validated, with more the right one is first no more often,
and whether any covers the paste is told worse."""
BESIDE_EXACT = 6
"""The same beside an exact signature."""
SAME_MESSAGE = frozenset({"template", "anchor"})
"""Routes to a candidate that the message itself opens."""


class Profiles:
    """Prepared articles of the newest index, the most used kept; safe to share between threads."""

    def __init__(self, size: int = 2048) -> None:
        self._size = size
        self._digest = ""
        self._kept: OrderedDict[str, ArticleProfile] = OrderedDict()
        self._lock = Lock()

    def of(self, index: Index, slug: str) -> ArticleProfile | None:
        """The profile of an article; None when the index does not hold it."""
        with self._lock:
            if index.digest != self._digest:
                self._kept.clear()
                self._digest = index.digest
            if slug in self._kept:
                self._kept.move_to_end(slug)
                return self._kept[slug]
        profile = _prepare(index, slug)
        if profile is not None:
            with self._lock:
                if index.digest == self._digest:
                    self._kept[slug] = profile
                    if len(self._kept) > self._size:
                        self._kept.popitem(last=False)
        return profile


def diagnose(
    report: Report,
    index: Index,
    profiles: Profiles,
    weights: Weights,
    limit: int = 5,
    losers: int = LOSERS,
) -> Diagnosis:
    """The answer to one paste: at most `limit` matches with evidence; of the rest `losers` with a reason."""
    report = understood(report, index)
    ranking = ranking_of(report, index, profiles, weights)
    verdict = verdict_of(ranking, weights)
    shown = _shown(ranking, verdict, limit)
    matches = tuple(
        _match(item, Verdict.MATCH if verdict is Verdict.MATCH and place == 0 else Verdict.MAYBE, weights)
        for place, item in enumerate(ranking.ranked[:shown])
    )
    return Diagnosis(
        verdict=verdict,
        covered=ranking.covered,
        algorithm=weights.algorithm,
        index=index.digest,
        report=report,
        matches=matches,
        near=tuple(item.comparison.article.article.slug for item in ranking.ranked[:HYPOTHESES])
        if verdict is Verdict.NONE
        else (),
        losers=_losers((*ranking.refuted, *ranking.ranked[shown:])[:losers], ranking.ranked[:1], weights),
        hint=report.hint,
    )


def understood(report: Report, index: Index) -> Report:
    """The report of a paste; where it says little, with the lines that the index's signatures know."""
    return with_known_lines(report, lambda lines: known_lines(index, lines))


def _shown(ranking: Ranking, verdict: Verdict, limit: int) -> int:
    """How many candidates are worth showing: those that are not negligible, few where none is certain."""
    if verdict is Verdict.NONE:
        return 0
    most = min(limit, HYPOTHESES) if verdict is Verdict.MAYBE else limit
    worth = sum(item.probability >= NEGLIGIBLE for item in ranking.ranked[:most])
    return max(1, worth)


def ranking_of(report: Report, index: Index, profiles: Profiles, weights: Weights) -> Ranking:
    """Every candidate for the errors of an understood report, measured and ranked."""
    said, surroundings = error_words(report)
    asked = surroundings.union(*(item.words for item in said))
    rarity = rarity_of(root_frequencies(index, asked), max(1, index.count))
    errors = error_profiles(report, said, surroundings, rarity)
    fitted = [
        (candidate, fit_of(errors[candidate.error], candidate, index))
        for candidate in candidates(index, report)
    ]
    chosen = contenders(fitted)
    prepared = {slug: profiles.of(index, slug) for slug in dict.fromkeys(item.slug for item, _ in chosen)}
    known = {slug: profile for slug, profile in prepared.items() if profile is not None}
    context = context_of(errors, known)
    compared = (
        compare(errors[item.error], known[item.slug], context, fit)
        for item, fit in chosen
        if item.slug in known
    )
    return rank([(comparison, measure_all(comparison)) for comparison in compared], weights)


def fit_of(error: ErrorProfile, candidate: Candidate, index: Index) -> Fit:
    """How the signatures of a candidate see the error; none can fit where none of their anchors was found."""
    number = index.number(candidate.slug) if SAME_MESSAGE.intersection(candidate.routes) else None
    return UNFIT if number is None else best_fit(error, index.compiled(number))


def contenders(fitted: Sequence[tuple[Candidate, Fit]]) -> Sequence[tuple[Candidate, Fit]]:
    """Those worth comparing whole: an article that was only found by words must be among the likeliest by words to
    have a chance, and more so where a signature fits exactly."""
    exact = any(fit.unification.outcome is Outcome.EXACT for _, fit in fitted)
    by_words = sorted(fitted, key=lambda item: -(item[0].reports_score + item[0].prose_score))
    likeliest = {id(item) for item in by_words[: BESIDE_EXACT if exact else LIKELIEST]}
    return [item for item in fitted if id(item) in likeliest or _same_message(item, exact)]


def _same_message(item: tuple[Candidate, Fit], exact: bool) -> bool:
    """Whether a candidate was found by its message; beside an exact signature its own must fit the text too."""
    candidate, fit = item
    return bool(SAME_MESSAGE.intersection(candidate.routes)) and not (exact and fit is UNFIT)


def context_of(errors: Sequence[ErrorProfile], known: Mapping[str, ArticleProfile]) -> Context:
    """How rare relations and functions are among the candidates."""
    traced = any(error.said.functions for error in errors)
    holders = Counter(chain.from_iterable(profile.functions for profile in known.values()) if traced else ())
    return Context(
        relation_rarity=relation_rarities(known.values(), [error.said.template for error in errors]),
        frame_rarity=rarity_of(holders, max(1, len(known))),
    )


def _prepare(index: Index, slug: str) -> ArticleProfile | None:
    article = index.article(slug)
    if article is None or article.status != "current":
        return None
    dossier = index.dossier(slug)
    reports = dossier.reports if dossier else ()
    said = tuple(
        (said_by(events[0]), example.expect == "match")
        for example, events in zip(article.examples, reports, strict=False)
        if events
    )
    words = article_words(article)
    frequencies = root_frequencies(index, words.prose.union(*(item.words for item, _ in said)))
    number = index.number(slug)
    signatures = () if number is None else index.compiled(number)
    return article_profile(article, signatures, said, words, rarity_of(frequencies, max(1, index.count)))


def _match(item: Ranked, certainty: Verdict, weights: Weights) -> Match:
    article = item.comparison.article.article
    return Match(
        slug=article.slug,
        titles={language: page.title for language, page in article.pages.items()},
        error=item.comparison.error.index,
        certainty=certainty,
        score=item.probability,
        evidence=speak(item.comparison, item.measured, weights.article),
        workaround=article.workaround,
        tell_apart=article.tell_apart,
        refs=article.refs,
        version=version_verdict(article.affected, item.comparison.error.environment.packages),
    )


def _losers(rest: Sequence[Ranked], first: Sequence[Ranked], weights: Weights) -> tuple[Loser, ...]:
    winner = first[0].comparison.article.article.slug if first else ""
    return tuple(
        Loser(
            slug=item.comparison.article.article.slug,
            error=item.comparison.error.index,
            score=item.probability,
            reason=_reason(item, winner),
            evidence=speak(item.comparison, item.measured, weights.article),
        )
        for item in rest
    )


def _reason(item: Ranked, winner: str) -> Phrase:
    """Why a candidate is not shown: a number that contradicts it says more than a lower score."""
    unification = item.comparison.unification
    if unification.outcome is Outcome.CONTRADICTED and unification.contradictions:
        return unification.contradictions[0].phrase
    if item.comparison.article.article.slug == winner:
        return Phrase("loser.not_enough", {"probability": round(item.probability, 2)})
    return Phrase("loser.less_evidence", {"slug": winner, "probability": round(item.probability, 2)})
