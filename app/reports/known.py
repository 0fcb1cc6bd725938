"""Lines that sound like no error, but that a signature knows as one: a second look at a paste that said little."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.reports.families import read_family
from app.reports.model import ErrorEvent, LogLine, Report
from app.shapes.model import Outcome
from app.shapes.patterns import Signature, Subject, unify

TELLING = 20
"""Literal characters that a signature must have to know a line by itself."""
MOST = 5
"""Known lines that become errors."""

KnownLines = Callable[[Sequence[str]], Sequence[int]]
"""The places, in a list of lines, of those that a signature knows."""


def with_known_lines(report: Report, known: KnownLines) -> Report:
    """The report with its known lines as its first errors; as it is where the parser found a sure error itself."""
    if not report.thin:
        return report
    lines = [report.log[at] for at in known([line.text for line in report.log])[:MOST]]
    if not lines:
        return report
    numbers = {line.number for line in lines}
    others = (event for event in report.errors if event.first_line not in numbers)
    return replace(report, errors=(*map(_event, lines), *others), hint=None)


def knows(signatures: Iterable[Signature], subject: Subject) -> bool:
    """Whether one of the signatures fits exactly and says enough to know a line by itself."""
    return any(
        signature.literal_length >= TELLING and unify(signature, subject).outcome is Outcome.EXACT
        for signature in signatures
    )


def _event(line: LogLine) -> ErrorEvent:
    explanation = read_family(line.text, None)
    return ErrorEvent(
        type=None,
        message=line.text,
        first_line=line.number,
        last_line=line.number,
        family=explanation.family if explanation else None,
        numbers=explanation.values if explanation else {},
        explanation=explanation,
    )
