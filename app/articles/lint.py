"""The form of articles: one row a rule. Whether examples match is proved by app/matching/prove.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from app.articles.files import ORIGINAL
from app.articles.load import source_digest
from app.articles.model import Article, Library, Problem
from app.articles.rules import code, facts, links, private, sections, translation
from app.articles.rules.view import Check, shelf, view


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a name to speak of it and the function that yields what breaks it."""

    id: str
    check: Check


RULES: tuple[Rule, ...] = (
    Rule("lengths", facts.lengths),
    Rule("languages", facts.languages),
    Rule("examples", facts.examples),
    Rule("area", facts.area),
    Rule("dates", facts.dates),
    Rule("verification", facts.verification),
    Rule("repetitions", facts.repetitions),
    Rule("sections", sections.presence),
    Rule("substance", sections.substance),
    Rule("written", sections.written),
    Rule("markup", sections.markup),
    Rule("characters", sections.characters),
    Rule("fences", code.fences),
    Rule("widths", code.widths),
    Rule("prompts", code.prompts),
    Rule("flags", code.flags),
    Rule("workaround", code.workaround),
    Rule("both-languages", translation.both),
    Rule("fresh", translation.fresh),
    Rule("complete", translation.complete),
    Rule("same-code", translation.code),
    Rule("targets", links.targets),
    Rule("slugs", links.slugs),
    Rule("look-alikes", links.look_alikes),
    Rule("links-back", links.links_back),
    Rule("cited", links.cited),
    Rule("private", private.private),
)


def lint(library: Library, today: str | None = None) -> tuple[Problem, ...]:
    """What breaks a rule, by file and line; what loading found is in `library.problems`.

    The files are read anew from each article's folder, for the lines. `today` (`2026-11-30`) is the last day
    that a date may name; without it the day of the clock, UTC.
    """
    around = shelf(library, today or datetime.now(UTC).date().isoformat())
    found: set[Problem] = set()
    for article in library.articles:
        seen = view(article, around)
        found.update(problem for rule in RULES for problem in rule.check(seen))
    return tuple(sorted(found, key=lambda problem: (problem.file, problem.line, problem.message)))


def fix_digests(articles: Iterable[Article]) -> tuple[str, ...]:
    """Writes the digest of `index.md` into every stale translation of these articles; returns the files that changed.

    It says that the translation was brought up to date: run it after doing so.
    """
    return tuple(_fixed(articles))


def _fixed(articles: Iterable[Article]) -> Iterator[str]:
    for article in articles:
        digest = source_digest((article.path / ORIGINAL).read_bytes())
        for page in article.pages.values():
            if page.language == article.source:
                continue
            path = article.path / page.file
            content = path.read_bytes()
            lines = content.split(b"\n")
            at = next(at for at, line in enumerate(lines) if line.startswith(b"source_digest:"))
            lines[at] = f'source_digest: "{digest}"'.encode() + (b"\r" if lines[at].endswith(b"\r") else b"")
            if b"\n".join(lines) != content:
                beside = path.with_name(f".{path.name}.new")
                beside.write_bytes(b"\n".join(lines))
                beside.replace(path)
                yield f"{article.name}/{page.file}"
