"""Holds one error against one article: every measurement that evidence rows read. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from rapidfuzz import fuzz

from app.matching.profile import ArticleProfile, ErrorProfile, KnownReport
from app.matching.weighing import Rarity, cosine, coverage, overlap
from app.shapes.model import Outcome, Unification
from app.shapes.patterns import NO_FIT, Signature, unify

LIKE_TITLE = 0.2
"""Likeness of words from which the wording of a title is looked at: the costliest measurement."""
TITLE_CAP = 300
"""Characters of a message that are held against a title."""
_ORDER = (Outcome.EXACT, Outcome.SOLVED, Outcome.UNKNOWN, Outcome.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class Context:
    """How rare relations and functions are among the candidates at hand."""

    relation_rarity: Mapping[str, Mapping[str, float]]
    """Template -> relation token -> rarity among the candidates of that template."""
    frame_rarity: Rarity


@dataclass(frozen=True, slots=True)
class Fit:
    """How an article's signatures see one error."""

    signature: Signature | None
    """The one that fits best, if any fits the text."""
    unification: Unification


class Similarity(NamedTuple):
    """One known report against the error, each 0..1. Made some hundred times for a paste: a tuple costs a third."""

    wording: float
    words: float
    relations: float
    """0 unless the templates agree."""
    numbers: float
    frames: float
    same_template: bool
    same_type: bool
    certain: bool
    """False where the report's article expects no more than a maybe of it."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """All known reports of one article against the error."""

    best: Similarity
    """The known report that is nearest to the error."""
    words: float
    """Mean over the reports, as the next one."""
    mean_relations: float
    relations: float
    """The most that one report has, as the next two."""
    numbers: float
    frames: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything measured between one error and one article."""

    error: ErrorProfile
    article: ArticleProfile
    signature: Signature | None
    """The signature that fits best, if any fits the text."""
    unification: Unification
    likeness: Likeness
    title: float
    title_wording: float
    summary: float
    cause: float
    fragments: float
    prose: float
    paste: float
    paste_prose: float
    prose_numbers: float
    shared_frames: tuple[str, ...]
    software: bool
    clues: tuple[str, ...]


UNFIT = Fit(None, NO_FIT)
UNLIKE = Likeness(
    Similarity(0.0, 0.0, 0.0, 0.0, 0.0, same_template=False, same_type=False, certain=True), 0, 0, 0, 0, 0
)


def compare(error: ErrorProfile, article: ArticleProfile, context: Context, fit: Fit) -> Comparison:
    """Every measurement between `error` and `article`; `fit` is what `best_fit` says of them."""
    title = cosine(error.words, article.title)
    return Comparison(
        error=error,
        article=article,
        signature=fit.signature,
        unification=fit.unification,
        likeness=_likeness(error, article.reports, context) if article.reports else UNLIKE,
        title=title,
        title_wording=_title_wording(error, article) if title >= LIKE_TITLE else 0.0,
        summary=cosine(error.words, article.summary),
        cause=cosine(error.words, article.cause),
        fragments=cosine(error.words, article.fragments),
        prose=coverage(error.words, article.prose.weights),
        paste=coverage(article.title, error.surroundings),
        paste_prose=cosine(error.around, article.prose),
        prose_numbers=_share(error.said.numbers, article.prose_numbers),
        shared_frames=tuple(name for name in reversed(error.said.functions) if name in article.functions),
        software=bool(article.software & error.surroundings),
        clues=_clues(error, article),
    )


def relation_rarities(
    articles: Collection[ArticleProfile], templates: Sequence[str]
) -> dict[str, dict[str, float]]:
    """Template -> relation token -> rarity among the articles with a report of that template.

    A token that every article of a template shows decides nothing and weighs least.
    """
    found = {}
    for name in dict.fromkeys(templates):
        holders = [article.relations[name] for article in articles if name in article.relations]
        counts = Counter(chain.from_iterable(holders))
        found[name] = {token: math.log((1 + len(holders)) / count) for token, count in counts.items()}
    return found


def _title_wording(error: ErrorProfile, article: ArticleProfile) -> float:
    return fuzz.partial_ratio(error.said.template[:TITLE_CAP], article.title_template) / 100


def best_fit(error: ErrorProfile, signatures: Sequence[Signature]) -> Fit:
    """The signature of an article that fits the error best, and how."""
    best, rank = UNFIT, len(_ORDER)
    said = error.subject.squeezed
    for signature in signatures:
        if signature.squeezed_anchor not in said:
            continue
        found = unify(signature, error.subject)
        if found.outcome in _ORDER and _ORDER.index(found.outcome) < rank:
            best, rank = Fit(signature, found), _ORDER.index(found.outcome)
            if rank == 0:
                break
    return best


def _likeness(error: ErrorProfile, reports: Sequence[KnownReport], context: Context) -> Likeness:
    each = [_similarity(error, report, context) for report in reports]
    return Likeness(
        best=max(each, key=_closeness),
        words=sum([one.words for one in each]) / len(each),
        mean_relations=sum([one.relations for one in each]) / len(each),
        relations=max([one.relations for one in each]),
        numbers=max([one.numbers for one in each]),
        frames=max([one.frames for one in each]),
    )


def _similarity(error: ErrorProfile, report: KnownReport, context: Context) -> Similarity:
    said, known = error.said, report.said
    same_template = said.template == known.template
    relations = frames = numbers = 0.0
    if same_template:
        relations = _shared_relations(said.relations, known.relations, context, known.template)
    if said.nearness and known.nearness:
        frames = _shared_frames(said.nearness, known.nearness, context.frame_rarity)
    if said.numbers and known.numbers:
        numbers = _share(said.numbers, known.numbers)
    return Similarity(
        1.0 if same_template else fuzz.ratio(said.template, known.template) / 100,
        overlap(error.words, report.words),
        relations,
        numbers,
        frames,
        same_template,
        said.type is not None and said.type == known.type,
        report.certain,
    )


def _closeness(similarity: Similarity) -> float:
    return sum(similarity[:5])


def _shared_relations(left: frozenset[str], right: frozenset[str], context: Context, template: str) -> float:
    rarities = context.relation_rarity.get(template, {})
    shared = sum([rarities.get(token, 1.0) for token in left & right])
    either = sum([rarities.get(token, 1.0) for token in left | right])
    return shared / either if either else 0.0


def _shared_frames(left: Mapping[str, float], right: Mapping[str, float], rarity: Rarity) -> float:
    """The weight of the functions that both stacks hold in that of all: rare ones and those near the crash weigh
    more, and what only one of them holds costs as much."""
    both = left.keys() & right.keys()
    if not both:
        return 0.0
    shared = sum(rarity(name) * min(left[name], right[name]) for name in both)
    either = sum(
        rarity(name) * max(left.get(name, 0.0), right.get(name, 0.0)) for name in left.keys() | right.keys()
    )
    return shared / either


def _share(asked: frozenset[int], given: frozenset[int]) -> float:
    return len(asked & given) / len(asked) if asked else 0.0


def _clues(error: ErrorProfile, article: ArticleProfile) -> tuple[str, ...]:
    wanted = {clue for source in article.article.signatures for clue in source.log_clues}
    return tuple(sorted(clue for clue in wanted if clue.lower() in error.log))
