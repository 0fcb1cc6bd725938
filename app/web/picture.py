"""The geometry of the small picture of an explanation: a row of boxes a side, and bars for the failing pair.

Only numbers and places are made here; `templates/_picture.html` draws them and names the roles.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from app.shapes.model import Explanation, Side

CHARACTER = 8
"""Width of one digit in the picture's 13 px type, in px."""
PADDING = 20
NARROWEST = 40
GAP = 20
BOX = 28
ROW = 56
"""A row: its label (20 px), its boxes (28 px), air."""
BAR = 18
BAR_LEFT = 8
BAR_SPACE = 190
MOST_BOXES = 6
MOST_SIDES = 3


@dataclass(frozen=True, slots=True)
class Box:
    """One dimension. `role`: same, failing, derived (computed, not printed) or cut (left out)."""

    x: int
    width: int
    text: str
    role: str

    @property
    def middle(self) -> int:
        """Where its text is centred."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Row:
    """One side."""

    role: str
    label: str
    y: int
    boxes: tuple[Box, ...]
    total: str | None
    """The product, when sizes are compared."""
    total_x: int


@dataclass(frozen=True, slots=True)
class Bar:
    """The failing dimension of one side, to scale."""

    role: str
    y: int
    width: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing `width` x `height` px."""

    width: int
    height: int
    rows: tuple[Row, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A side before it has a place."""

    side: Side
    dims: tuple[int, ...]
    failing: int | None
    derived: bool
    total: int | None


def draw(explanation: Explanation) -> Picture | None:
    """The picture of an explanation; None when it has fewer than two sides to compare."""
    sides = tuple(side for side in explanation.sides if side.dims)[:MOST_SIDES]
    if len(sides) < 2:
        return None
    lines = _lines(sides, explanation.failing)
    width = max(len(line.dims) for line in lines)
    keep = _window(width, next((line.failing for line in lines if line.failing is not None), None))
    columns = [
        max([NARROWEST, *(_width(str(line.dims[i])) for line in lines if i < len(line.dims))]) for i in keep
    ]
    rows = tuple(_row(line, keep, columns, number) for number, line in enumerate(lines))
    bars = _bars(lines, ROW * len(rows))
    right = max([row.total_x + (_width(row.total) if row.total else 0) for row in rows])
    if bars:
        right = max(right, BAR_LEFT + BAR_SPACE + 10 * CHARACTER)
    return Picture(right, ROW * len(rows) + (BAR * len(bars) + 12 if bars else 0), rows, bars)


def _lines(sides: tuple[Side, ...], failing: int | None) -> list[_Line]:
    longest = max(sides, key=lambda side: len(side.dims))
    compares_sizes = len(longest.dims) > 1 and any(len(side.dims) == 1 for side in sides)
    lines = []
    for side in sides:
        if compares_sizes and len(side.dims) == 1:
            lines.append(_filled(side, longest.dims, failing))
        else:
            total = prod(side.dims) if compares_sizes else None
            mark = 0 if len(side.dims) == 1 else failing
            lines.append(_Line(side, side.dims, mark, False, total))
    return lines


def _filled(side: Side, dims: tuple[int, ...], failing: int | None) -> _Line:
    """A lone size written with the other side's dimensions, when it divides by all but the failing one."""
    size = side.dims[0]
    if failing is not None and failing < len(dims):
        others = prod(dims[:failing] + dims[failing + 1 :])
        if others > 0 and size % others == 0:
            return _Line(side, (*dims[:failing], size // others, *dims[failing + 1 :]), failing, True, size)
    return _Line(side, (size,), 0, False, None)


def _window(width: int, failing: int | None) -> list[int]:
    """The columns that are shown: at most six, the failing one among them."""
    if width <= MOST_BOXES:
        return list(range(width))
    start = min(max(0, (failing or 0) - MOST_BOXES // 2), width - MOST_BOXES)
    return list(range(start, start + MOST_BOXES))


def _row(line: _Line, keep: list[int], columns: list[int], number: int) -> Row:
    boxes = []
    x = 1
    if keep[0] > 0:
        boxes.append(Box(x, NARROWEST, "…", "cut"))
        x += NARROWEST + GAP
    for index, width in zip(keep, columns, strict=True):
        if index < len(line.dims):
            failing = index == line.failing
            role = ("derived" if line.derived else "failing") if failing else "same"
            boxes.append(Box(x, width, str(line.dims[index]), role))
        x += width + GAP
    if keep[-1] + 1 < len(line.dims):
        boxes.append(Box(x, NARROWEST, "…", "cut"))
        x += NARROWEST + GAP
    total = None if line.total is None else str(line.total)
    return Row(line.side.role, line.side.label, ROW * number, tuple(boxes), total, x)


def _bars(lines: list[_Line], top: int) -> tuple[Bar, ...]:
    values = [
        line.dims[line.failing] if line.failing is not None and line.failing < len(line.dims) else None
        for line in lines
    ]
    known = [value for value in values if value is not None and value > 0]
    if len(known) != len(lines) or len(set(known)) < 2:
        return ()
    return tuple(
        Bar(line.side.role, top + 4 + BAR * number, max(2, round(BAR_SPACE * value / max(known))), str(value))
        for number, (line, value) in enumerate(zip(lines, known, strict=True))
    )


def _width(text: str) -> int:
    return len(text) * CHARACTER + PADDING
