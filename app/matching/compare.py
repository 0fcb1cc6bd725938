"""Holds one error against one article: every measurement that evidence rows read. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz

from app.matching.profile import ArticleProfile, ErrorProfile, KnownReport
from app.shapes.model import Outcome, Unification
from app.shapes.patterns import Signature, unify

_ORDER = (Outcome.EXACT, Outcome.SOLVED, Outcome.UNKNOWN, Outcome.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class Context:
    """How rare things are: a shared rare word says more than a shared common one."""

    rarity: Callable[[str], float]
    """Inverse document frequency of a word among the articles, >= 0."""
    relation_rarity: Mapping[str, Mapping[str, float]]
    """Template -> relation token -> rarity among the candidates of that template."""
    frame_rarity: Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Similarity:
    """One known report against the error, each 0..1."""

    wording: float
    words: float
    relations: float
    """0 unless the templates agree."""
    numbers: float
    frames: float
    same_template: bool
    same_type: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything measured between one error and one article."""

    error: ErrorProfile
    article: ArticleProfile
    signature: Signature | None
    """The signature that fits best, if any fits the text."""
    unification: Unification
    similarities: tuple[Similarity, ...]
    title: float
    summary: float
    cause: float
    fragments: float
    prose: float
    paste: float
    prose_numbers: float
    shared_frames: tuple[str, ...]
    signature_frames: float
    software: bool
    clues: tuple[str, ...]
    best: Similarity
    """The known report that is nearest to the error."""


NOTHING = Similarity(0.0, 0.0, 0.0, 0.0, 0.0, same_template=False, same_type=False)
_NO_FIT = Unification(Outcome.NO_FIT)


def compare(error: ErrorProfile, article: ArticleProfile, context: Context) -> Comparison:
    """Every measurement between `error` and `article`."""
    signature, unification = _best_signature(error, article)
    similarities = tuple(_similarity(error.known, report, context) for report in article.reports)
    functions = set(error.known.functions)
    rarity = context.rarity
    known_functions = article.functions.union(*(report.functions for report in article.reports))
    return Comparison(
        error=error,
        article=article,
        signature=signature,
        unification=unification,
        similarities=similarities,
        title=cosine(error.known.words, article.title, rarity),
        summary=cosine(error.known.words, article.summary, rarity),
        cause=cosine(error.known.words, article.cause, rarity),
        fragments=cosine(error.known.words, article.fragments, rarity),
        prose=coverage(error.known.words, article.prose, rarity),
        paste=coverage(article.title, error.surroundings, rarity),
        prose_numbers=_share(error.known.numbers, article.prose_numbers),
        shared_frames=tuple(name for name in reversed(error.known.functions) if name in known_functions),
        signature_frames=coverage(article.functions, functions, context.frame_rarity),
        software=bool(article.software & error.surroundings),
        clues=_clues(error, article),
        best=max(similarities, key=_closeness, default=NOTHING),
    )


def coverage(asked: Iterable[str], given: Iterable[str], rarity: Callable[[str], float]) -> float:
    """The share of `asked`, weighted by rarity, that `given` holds: 0..1."""
    held = set(given)
    total = shared = 0.0
    for item in asked:
        weight = rarity(item)
        total += weight
        if item in held:
            shared += weight
    return shared / total if total else 0.0


def cosine(left: frozenset[str], right: frozenset[str], rarity: Callable[[str], float]) -> float:
    """How alike two word sets are, weighted by squared rarity and by length: 0..1."""
    shared = sum(rarity(item) ** 2 for item in left & right)
    if not shared:
        return 0.0
    norms = (math.sqrt(sum(rarity(item) ** 2 for item in side)) for side in (left, right))
    return shared / math.prod(norms)


def relation_rarities(reports: Iterable[KnownReport], owners: Iterable[str]) -> dict[str, dict[str, float]]:
    """Template -> relation token -> rarity among the articles (owners) that share the template.

    A token that every article of a template shows decides nothing and weighs 0.
    """
    holders: dict[str, dict[str, set[str]]] = {}
    everyone: dict[str, set[str]] = {}
    for report, owner in zip(reports, owners, strict=True):
        everyone.setdefault(report.template, set()).add(owner)
        tokens = holders.setdefault(report.template, {})
        for token in report.relations:
            tokens.setdefault(token, set()).add(owner)
    return {
        name: {token: math.log((1 + len(everyone[name])) / len(slugs)) for token, slugs in tokens.items()}
        for name, tokens in holders.items()
    }


def _best_signature(error: ErrorProfile, article: ArticleProfile) -> tuple[Signature | None, Unification]:
    best: tuple[Signature | None, Unification] = (None, _NO_FIT)
    rank = len(_ORDER)
    for signature in article.signatures:
        found = unify(signature, error.subject)
        if found.outcome in _ORDER and _ORDER.index(found.outcome) < rank:
            best, rank = (signature, found), _ORDER.index(found.outcome)
    return best


def _similarity(error: KnownReport, report: KnownReport, context: Context) -> Similarity:
    same_template = error.template == report.template
    rarities = context.relation_rarity.get(report.template, {})
    return Similarity(
        wording=fuzz.ratio(error.template, report.template) / 100,
        words=_overlap(error.words, report.words, context.rarity),
        relations=_overlap(error.relations, report.relations, lambda token: rarities.get(token, 1.0))
        if same_template
        else 0.0,
        numbers=_share(error.numbers, report.numbers),
        frames=_overlap(set(error.functions), set(report.functions), context.frame_rarity),
        same_template=same_template,
        same_type=error.type is not None and error.type == report.type,
    )


def _closeness(similarity: Similarity) -> float:
    return (
        similarity.wording + similarity.words + similarity.relations + similarity.numbers + similarity.frames
    )


def _overlap(left: Iterable[str], right: Iterable[str], rarity: Callable[[str], float]) -> float:
    left, right = set(left), set(right)
    shared = sum(rarity(item) for item in left & right)
    total = sum(rarity(item) for item in left | right)
    return shared / total if total else 0.0


def _share(asked: frozenset[int], given: frozenset[int]) -> float:
    return len(asked & given) / len(asked) if asked else 0.0


def _clues(error: ErrorProfile, article: ArticleProfile) -> tuple[str, ...]:
    wanted = {clue for source in article.article.signatures for clue in source.log_clues}
    return tuple(sorted(clue for clue in wanted if clue.lower() in error.log))
