"""What an article's signatures and examples say once they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.articles.model import Article
from app.reports.known import knows, with_known_lines
from app.reports.model import ErrorEvent
from app.reports.parse import parse_text
from app.shapes.expressions import SignatureError
from app.shapes.model import SignatureSource
from app.shapes.patterns import Signature, Subject, compile_signature
from app.text.template import template

Events = tuple[tuple[ErrorEvent, ...], ...]

_HOLE = re.compile(r"\{\{|\}\}|\{[^{}\n]*\}")
EVENTS_EACH = 8
"""Errors kept of one example, root cause first."""


@dataclass(frozen=True, slots=True)
class SignatureReading:
    """What the index keeps of one signature."""

    template: str
    anchor: str
    """Its longest literal piece in normal form; empty when it has none."""
    family: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The errors of each example and the reading of each signature, in the order of the article."""

    events: Events
    signatures: tuple[SignatureReading, ...]

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the article's errors, each once."""
        of_examples = (event.family for events in self.events for event in events[:1])
        of_signatures = (signature.family for signature in self.signatures)
        return tuple(dict.fromkeys(family for family in (*of_signatures, *of_examples) if family))


def literal(pattern: str) -> str:
    """The text of a signature without its holes."""
    return _HOLE.sub(lambda hole: hole.group()[0] if hole.group() in ("{{", "}}") else " ", pattern)


def compiled(sources: Iterable[SignatureSource]) -> Iterator[Signature]:
    """Those of `sources` that compile; the others are a matter for lint."""
    for source in sources:
        with suppress(SignatureError):
            yield compile_signature(source)


def read(article: Article) -> Reading:
    """Reads the examples and signatures of `article`."""
    signatures = [next(compiled([source]), None) for source in article.signatures]
    own = tuple(signature for signature in signatures if signature)
    events = tuple(_events(example.text, own) for example in article.examples)
    found = [(template(each[0].message), each[0].family) for each in events if each and each[0].family]
    each = zip(article.signatures, signatures, strict=True)
    return Reading(events, tuple(_signature(source, signature, found) for source, signature in each))


def _signature(
    source: SignatureSource, signature: Signature | None, families: Sequence[tuple[str, str | None]]
) -> SignatureReading:
    """Its family is that of the example with its template, else of the first example. An unusable signature
    is a matter for lint: the article is still found by everything else."""
    text = signature.template if signature else template(literal(source.error))
    same = (family for example, family in families if example == text)
    family = next(same, families[0][1] if families else None)
    return SignatureReading(text, signature.anchor if signature else "", family)


def _events(text: str, own: Sequence[Signature]) -> tuple[ErrorEvent, ...]:
    """The errors of one example; what the numbers say and what stands around is asked of a reader's own paste only."""

    def known(lines: Sequence[str]) -> tuple[int, ...]:
        return tuple(at for at, line in enumerate(lines) if knows(own, Subject(line)))

    report = with_known_lines(parse_text(text), known)
    return tuple(replace(event, explanation=None, nearby=()) for event in report.errors[:EVENTS_EACH])
