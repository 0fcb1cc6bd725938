"""One error of a paste as a reader sees it: its line with the deciding numbers marked, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.phrase import Phrase
from app.reports.model import ErrorEvent, Frame
from app.shapes.model import Explanation, Side
from app.web.picture import Picture, draw

SHOWN_LINES = 8
MESSAGE_LIMIT = 4000
"""Characters of a message on the page; the rest is counted."""
SHOWN_FRAMES = 12
HEADLINE = 160
"""Characters of an error in a list."""

_SAME_EVERYWHERE = re.compile(r"(?:CUDA|HIP) kernel errors might be asynchronously reported")
"""Begins the advice that PyTorch prints under every device error: the same three lines say nothing."""
_INTEGER = re.compile(r"(?<![A-Za-z_.\d])\d{1,18}(?![\d]|\.\d)|(?<=\dx)\d{1,18}(?![\d.])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a message: `role` is failing, side or nothing."""

    text: str
    role: str = ""


def mark(message: str, explanation: Explanation | None) -> tuple[Piece, ...]:
    """Cuts a message so that the numbers which decide can be marked.

    Each side of the explanation is found as a run of integers in the text: a lone number and the failing
    dimension of a run are `failing`, the others `side`.
    """
    if explanation is None:
        return (Piece(message),)
    found = list(_INTEGER.finditer(message))
    roles: dict[int, str] = {}
    for side in explanation.sides:
        for offset, index in enumerate(_run(found, side, roles)):
            failing = len(side.dims) == 1 or offset == side.failing
            roles[index] = "failing" if failing else "side"
    return tuple(_cut(message, found, roles))


def _run(found: list[re.Match[str]], side: Side, taken: dict[int, str]) -> range:
    values = [int(match.group()) for match in found]
    size = len(side.dims)
    for start in range(len(values) - size + 1):
        run = range(start, start + size)
        if size and tuple(values[start : start + size]) == side.dims and not any(i in taken for i in run):
            return run
    return range(0)


def _cut(message: str, found: list[re.Match[str]], roles: dict[int, str]) -> Iterator[Piece]:
    position = 0
    for index, match in enumerate(found):
        if index not in roles:
            continue
        if match.start() > position:
            yield Piece(message[position : match.start()])
        yield Piece(match.group(), roles[index])
        position = match.end()
    if position < len(message):
        yield Piece(message[position:])


def _shown_lines(lines: list[str]) -> int:
    """How many lines of a message stand open: the first ones, up to advice that is the same everywhere."""
    told = (index for index, line in enumerate(lines) if index and _SAME_EVERYWHERE.match(line))
    return min(SHOWN_LINES, next(told, SHOWN_LINES))


@dataclass(frozen=True, slots=True)
class Known:
    """A number that the field knows."""

    value: int
    name: Phrase
    source: str


@dataclass(frozen=True, slots=True)
class ExplanationView:
    """The arithmetic of one error."""

    family: str
    requirement: Phrase
    sentence: Phrase
    picture: Picture | None
    known: tuple[Known, ...]

    @classmethod
    def from_explanation(cls, explanation: Explanation) -> ExplanationView:
        """In words and as a picture, where there is something to draw."""
        known = tuple(
            Known(number.value, Phrase(number.name, {"value": number.value}), number.source)
            for number in explanation.known_as
        )
        return cls(
            explanation.family, explanation.requirement, explanation.sentence, draw(explanation), known
        )


@dataclass(frozen=True, slots=True)
class ErrorView:
    """One error of the paste."""

    type: str | None
    pieces: tuple[Piece, ...]
    rest: str
    """Further lines of a long message, shown folded."""
    headline: str
    """The first line."""
    short: str
    """The first line cut for lists."""
    first_line: int
    count: int
    wrapper: bool
    site: Frame | None
    """The crash site."""
    frames: tuple[Frame, ...]
    """Innermost first."""
    context: tuple[str, ...]
    explanation: ExplanationView | None

    @classmethod
    def from_event(cls, event: ErrorEvent) -> ErrorView:
        """The event with its message cut for the page."""
        lines = event.message[:MESSAGE_LIMIT].split("\n")
        cut = _shown_lines(lines)
        shown, rest = "\n".join(lines[:cut]), "\n".join(lines[cut:])
        frames = tuple(reversed(event.frames))
        return cls(
            event.type,
            mark(shown, event.explanation),
            rest,
            lines[0],
            lines[0] if len(lines[0]) <= HEADLINE else f"{lines[0][:HEADLINE]} …",
            event.first_line,
            event.count,
            event.wrapper,
            frames[0] if frames else None,
            frames[:SHOWN_FRAMES],
            event.context,
            ExplanationView.from_explanation(event.explanation)
            if event.explanation and event.explanation.sentence.id != "shape.no_numbers"
            else None,
        )
