"""Articles and errors prepared for comparison: word sets, relations, frames. Pure; no index, no weights."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.articles.model import Article
from app.matching.relations import numbers, relations
from app.reports.model import Environment, ErrorEvent, Frame, Report
from app.shapes.lines import NAMELESS
from app.shapes.patterns import Signature, Subject, compile_signature
from app.text.normalise import normalise
from app.text.template import template
from app.text.tokens import words

MESSAGE_CAP = 2000
"""Characters of a message that are compared; state_dict lists run to megabytes."""
FRAME_WINDOW = 24
"""Frames nearest the crash that are compared."""

_CODE = re.compile(r"`([^`\n]{3,200})`")
_CAUSE_SECTIONS = ("when", "why", "check")


@dataclass(frozen=True, slots=True)
class KnownReport:
    """One report of a cause, or one error of a paste: the comparable side of a message."""

    message: str
    """Normalised, lower case, capped."""
    template: str
    type: str | None
    """Last dotted name."""
    words: frozenset[str]
    relations: frozenset[str]
    numbers: frozenset[int]
    functions: tuple[str, ...]
    """Functions of the frames nearest the crash, the crash site last."""
    family: str | None


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """One error of the paste with what surrounds it."""

    index: int
    event: ErrorEvent
    known: KnownReport
    subject: Subject
    surroundings: frozenset[str]
    """Words of the whole paste: packages, modules, log lines."""
    log: str
    """Clean lines of the paste in normal form, lower case, for log clues."""
    environment: Environment


@dataclass(frozen=True, slots=True)
class ArticleProfile:
    """One article, prepared once."""

    article: Article
    signatures: tuple[Signature, ...]
    reports: tuple[KnownReport, ...]
    title: frozenset[str]
    summary: frozenset[str]
    cause: frozenset[str]
    fragments: frozenset[str]
    """Words of code spans, signatures and quoted messages."""
    prose: frozenset[str]
    """Every word of the article."""
    prose_numbers: frozenset[int]
    functions: frozenset[str]
    software: frozenset[str]


def ties_numbers(signature: Signature) -> bool:
    """Whether a signature states an equality between numbers: an expression, or one name in two places."""
    holes = [hole for line in (*signature.error, *signature.also) for hole in line.holes]
    names = [hole.name for hole in holes if hole.name != NAMELESS]
    return len(names) > len(set(names)) or any(hole.expression is not None for hole in holes)


def short_type(name: str | None) -> str | None:
    """The last dotted name of an exception type: `torch.OutOfMemoryError` -> `OutOfMemoryError`."""
    return name.rsplit(".", 1)[-1] if name else None


def known_report(event: ErrorEvent) -> KnownReport:
    """The comparable side of one error."""
    message = event.message[:MESSAGE_CAP]
    return KnownReport(
        message=normalise(message).lower(),
        template=template(message),
        type=short_type(event.type),
        words=frozenset(words(message)),
        relations=relations(message),
        numbers=numbers(message),
        functions=_functions(event.frames),
        family=event.family,
    )


def error_profiles(report: Report) -> tuple[ErrorProfile, ...]:
    """Every error of a paste, in the report's order (root cause first)."""
    log = normalise("\n".join(report.log)).lower()
    environment = report.environment
    around = frozenset(words(" ".join((*report.log, *environment.packages, *environment.models))))
    return tuple(
        _error_profile(index, event, log, around, environment) for index, event in enumerate(report.errors)
    )


def article_profile(article: Article, reports: Iterable[KnownReport]) -> ArticleProfile:
    """An article with the comparable sides of its known reports."""
    signatures = tuple(compile_signature(source) for source in article.signatures)
    page = article.pages.get("en") or article.page(article.source)
    cause = " ".join(section.text for section in page.sections if section.key in _CAUSE_SECTIONS)
    quoted = " ".join((*_CODE.findall(page.body), *(source.error for source in article.signatures)))
    prose = " ".join(part.title + " " + part.summary for part in article.pages.values())
    title, summary = frozenset(words(page.title)), frozenset(words(prose))
    causes, fragments = frozenset(words(cause)), frozenset(words(quoted))
    return ArticleProfile(
        article=article,
        signatures=signatures,
        reports=tuple(reports),
        title=title,
        summary=summary,
        cause=causes,
        fragments=fragments,
        prose=title | summary | causes | fragments,
        prose_numbers=numbers(page.title + " " + page.summary + " " + cause),
        functions=frozenset(name for source in article.signatures for name in source.frames),
        software=frozenset(words(" ".join((article.software, article.area)))),
    )


def _error_profile(
    index: int, event: ErrorEvent, log: str, around: frozenset[str], environment: Environment
) -> ErrorProfile:
    modules = " ".join(frame.module or frame.file or "" for frame in event.frames)
    return ErrorProfile(
        index=index,
        event=event,
        known=known_report(event),
        subject=Subject(event.message, event.type, event.context, _integers(environment)),
        surroundings=around | frozenset(words(modules)),
        log=log,
        environment=environment,
    )


def _integers(environment: Environment) -> dict[str, int]:
    return {
        name: int(value) for name, value in environment.flags.items() if value.isascii() and value.isdigit()
    }


def _functions(frames: tuple[Frame, ...]) -> tuple[str, ...]:
    return tuple(frame.function for frame in frames[-FRAME_WINDOW:] if frame.function)
