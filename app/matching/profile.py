"""Articles and errors prepared for comparison: weighed words, relations, frames. Pure; no index, no model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.articles.model import Article, Page
from app.index.wording import raw, roots
from app.matching.environment import numbers_of, stack_of
from app.matching.relations import numbers, relations
from app.matching.weighing import Rarity, Weighed, weigh
from app.phrase import Value
from app.reports.model import Environment, ErrorEvent, Frame, Report
from app.reports.subject import subject_of
from app.shapes.lines import NAMELESS
from app.shapes.patterns import Signature, Subject
from app.text.normalise import normalise
from app.text.template import template

MESSAGE_CAP = 2000
"""Characters of a message that are compared; state_dict lists run to megabytes."""
LOG_CAP = 40_000
"""Characters of the clean log that are searched for clues and words."""
FRAME_WINDOW = 24
"""Frames nearest the crash that are compared."""
HALF_AS_NEAR = 6
"""Frames above the crash site at which a function tells half as much."""

_CODE = re.compile(r"`([^`\n]{3,200})`")
_CAUSE_SECTIONS = ("when", "why", "check")


@dataclass(frozen=True, slots=True)
class Said:
    """What one error says, of a paste or of a known report: everything but the words' weights."""

    template: str
    type: str | None
    """Last dotted name."""
    words: frozenset[str]
    relations: frozenset[str]
    numbers: frozenset[int]
    functions: tuple[str, ...]
    """Functions of the frames nearest the crash, the crash site last."""
    nearness: Mapping[str, float]
    """Function -> 1 at the crash site, half of it `HALF_AS_NEAR` frames above."""
    family: str | None


@dataclass(frozen=True, slots=True)
class KnownReport:
    """One report of a cause, weighed."""

    said: Said
    words: Weighed
    certain: bool = True
    """False where the article itself expects no more than a maybe of this paste."""


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """One error of the paste with what surrounds it."""

    index: int
    event: ErrorEvent
    said: Said
    words: Weighed
    subject: Subject
    surroundings: frozenset[str]
    """Words of the whole paste: packages, modules, log lines."""
    around: Weighed
    """The same, weighed."""
    log: str
    """Clean lines of the paste in normal form, lower case, for log clues."""
    environment: Environment


@dataclass(frozen=True, slots=True)
class ArticleProfile:
    """One article, prepared once for one index."""

    article: Article
    signatures: tuple[Signature, ...]
    reports: tuple[KnownReport, ...]
    title: Weighed
    summary: Weighed
    cause: Weighed
    fragments: Weighed
    """Words of code spans, signatures and quoted messages."""
    prose: Weighed
    """Every word of the article's text."""
    title_template: str
    prose_numbers: frozenset[int]
    relations: Mapping[str, frozenset[str]]
    """Template -> every relation that a report of that template shows."""
    functions: frozenset[str]
    """Functions that its signatures or reports name."""
    families: frozenset[str]
    software: frozenset[str]


def ties_numbers(signature: Signature) -> bool:
    """Whether a signature states an equality between numbers: an expression, or one name in two places."""
    holes = [hole for line in (*signature.error, *signature.also) for hole in line.holes]
    names = [hole.name for hole in holes if hole.name != NAMELESS]
    return len(names) > len(set(names)) or any(hole.expression is not None for hole in holes)


def telling(text: str) -> frozenset[str]:
    """The roots of the words and identifiers of `text` that can tell one error from another."""
    return frozenset(roots(raw(text)))


def said_by(event: ErrorEvent) -> Said:
    """What an error says."""
    message = event.message[:MESSAGE_CAP]
    functions = _functions(event.frames)
    return Said(
        template=template(message),
        type=event.type.rsplit(".", 1)[-1] if event.type else None,
        words=telling("\n".join((message, *event.context))),
        relations=relations(message),
        numbers=numbers(message),
        functions=functions,
        nearness={
            name: 1 / (1 + depth / HALF_AS_NEAR)
            for depth, name in reversed(tuple(enumerate(reversed(functions))))
        },
        family=event.family,
    )


def error_words(report: Report) -> tuple[tuple[Said, ...], frozenset[str]]:
    """What every error says, and the words of the paste around them."""
    environment = report.environment
    modules = {frame.module or frame.file or "" for event in report.errors for frame in event.frames}
    log = _log(report)
    around = " ".join((log, *environment.packages, *environment.models, *modules))
    return tuple(said_by(event) for event in report.errors), telling(around)


def error_profiles(
    report: Report, said: Sequence[Said], surroundings: frozenset[str], rarity: Rarity
) -> tuple[ErrorProfile, ...]:
    """Every error of a paste, in the report's order (root cause first)."""
    log = normalise(_log(report)).lower()
    around = weigh(surroundings, rarity)
    environment: dict[str, Value] = dict(numbers_of(report))
    return tuple(
        ErrorProfile(
            index=index,
            event=event,
            said=words,
            words=weigh(words.words, rarity),
            subject=subject_of(event, environment | stack_of(event)),
            surroundings=surroundings,
            around=around,
            log=log,
            environment=report.environment,
        )
        for index, (event, words) in enumerate(zip(report.errors, said, strict=True))
    )


def _log(report: Report) -> str:
    return "\n".join(line.text for line in report.log)[:LOG_CAP]


@dataclass(frozen=True, slots=True)
class ArticleWords:
    """The word sets of an article before they are weighed."""

    title: frozenset[str]
    summary: frozenset[str]
    cause: frozenset[str]
    fragments: frozenset[str]

    @property
    def prose(self) -> frozenset[str]:
        """All of them."""
        return self.title | self.summary | self.cause | self.fragments


def article_words(article: Article) -> ArticleWords:
    """The words by which an article is compared: those of its English page, else of its original."""
    page = _page(article)
    cause = "\n".join(section.text for section in page.sections if section.key in _CAUSE_SECTIONS)
    quoted = " ".join((*_CODE.findall(page.body), *(source.error for source in article.signatures)))
    prose = " ".join(part.title + " " + part.summary for part in article.pages.values())
    return ArticleWords(telling(page.title), telling(prose), telling(cause), telling(quoted))


def article_profile(
    article: Article,
    signatures: tuple[Signature, ...],
    said: Sequence[tuple[Said, bool]],
    words: ArticleWords,
    rarity: Rarity,
) -> ArticleProfile:
    """An article with its compiled signatures and what its known reports say, and whether each is certain."""
    page = _page(article)
    cause = " ".join(section.text for section in page.sections if section.key in _CAUSE_SECTIONS)
    functions = {name for source in article.signatures for name in source.frames}
    return ArticleProfile(
        article=article,
        signatures=signatures,
        reports=tuple(KnownReport(item, weigh(item.words, rarity), certain) for item, certain in said),
        title=weigh(words.title, rarity),
        summary=weigh(words.summary, rarity),
        cause=weigh(words.cause, rarity),
        fragments=weigh(words.fragments, rarity),
        prose=weigh(words.prose, rarity),
        title_template=template(page.title),
        prose_numbers=numbers(f"{page.title} {page.summary} {cause}"),
        relations=_by_template(item for item, _ in said),
        functions=frozenset(functions.union(*(item.functions for item, _ in said))),
        families=frozenset(item.family for item, _ in said if item.family),
        software=telling(f"{article.software} {article.area}"),
    )


def _by_template(said: Iterable[Said]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for item in said:
        found[item.template] = found.get(item.template, frozenset()) | item.relations
    return found


def _page(article: Article) -> Page:
    return article.pages.get("en") or article.page(article.source)


def _functions(frames: Iterable[Frame]) -> tuple[str, ...]:
    """The named functions of the frames nearest the crash: every script has a `<module>`, it tells nothing."""
    named = (frame.function or "" for frame in tuple(frames)[-FRAME_WINDOW:])
    return tuple(name for name in named if name and not name.startswith("<"))
