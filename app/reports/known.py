"""Lines that sound like no error, but that a signature knows as one: a second look at a paste that said little."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from app.reports.clues import near
from app.reports.families import read_family
from app.reports.model import ErrorEvent, LogLine, Report
from app.shapes.model import Outcome
from app.shapes.patterns import Signature, Subject, unify

_SPAN = re.compile(r"`([^`]{20,400})`")
TELLING = 20
"""Literal characters that a signature must have to know a line by itself."""
_FITS = (Outcome.EXACT, Outcome.UNKNOWN)
MOST = 5
"""Known lines that become errors."""

KnownLines = Callable[[Sequence[str]], Sequence[int]]
"""The places, in a list of lines, of those that a signature knows."""


def with_known_lines(report: Report, known: KnownLines) -> Report:
    """The report with its known lines as its first errors; as it is where the parser found a sure error itself."""
    if not report.thin:
        return report
    pieces = [piece for line in report.log for piece in _pieces(line)]
    lines = [pieces[at] for at in known([piece.text for piece in pieces])[:MOST]]
    if not lines:
        return report
    numbers = {line.number for line in lines}
    others = (event for event in report.errors if event.first_line not in numbers)
    return replace(report, errors=(*(_event(line, report.log) for line in lines), *others), hint=None)


def _pieces(line: LogLine) -> Iterator[LogLine]:
    """The line, and every piece of it that somebody set as code: `the message` in a sentence about it."""
    yield line
    if "`" in line.text:
        yield from (replace(line, text=span) for span in _SPAN.findall(line.text))


def knows(signatures: Iterable[Signature], subject: Subject) -> bool:
    """Whether one of the signatures fits and says enough to know a line by itself; that something else of the paste
    would decide between causes makes it no less an error."""
    return any(
        signature.literal_length >= TELLING and unify(signature, subject).outcome in _FITS
        for signature in signatures
    )


def _event(line: LogLine, log: Sequence[LogLine]) -> ErrorEvent:
    explanation = read_family(line.text, None)
    return ErrorEvent(
        type=None,
        message=line.text,
        first_line=line.number,
        last_line=line.number,
        nearby=near(log, line.number, line.number),
        family=explanation.family if explanation else None,
        numbers=explanation.values if explanation else {},
        explanation=explanation,
    )
