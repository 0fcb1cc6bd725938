"""The geometry of the small picture of an explanation: a row of boxes a side, and bars for the failing pair.

Only numbers and places are made here; `templates/_picture.html` draws them and names the roles.
"""

from __future__ import annotations

from collections.abc import Callable
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
BAR_SPACE = 190
ALIKE = 0.97
"""Bars that differ by less look the same; the boxes say it then."""
NAMED = 84
"""Where bars begin that have names before them."""
AT_FAULT = ("asked", "given", "left", "checkpoint")
MOST_BOXES = 6
MOST_SIDES = 3
MOST_TOTAL = 10**15
GIB = 1024**3
PRODUCTS = ("requires.reshape", "requires.reshape-nonempty")
"""Requirements that compare numbers of elements: the product of a side is written beside it."""
MEMORY = ("requires.allocation", "requires.kv-memory", "requires.memory-share", "requires.steady-memory")
"""Requirements whose numbers are bytes."""


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
    x: int
    y: int
    width: int
    text: str
    at_fault: bool
    """Drawn in the colour of the fault: what was asked or given, not what it is held against."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing `width` x `height` px."""

    width: int
    height: int
    rows: tuple[Row, ...]
    """Empty where every side is a lone number: its bars say all, and carry the names of the sides."""
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A side before it has a place."""

    side: Side
    dims: tuple[int, ...]
    failing: int | None
    """The column that fails."""
    shift: int = 0
    """Columns left free before it, where sides are aligned at their ends."""
    derived: bool = False
    """The failing dimension was computed, not printed."""
    total: int | None = None

    def at(self, column: int) -> int | None:
        """The dimension in a column."""
        index = column - self.shift
        return self.dims[index] if 0 <= index < len(self.dims) else None


def draw(explanation: Explanation) -> Picture | None:
    """The picture of an explanation; None when it has fewer than two sides to compare."""
    sides = tuple(side for side in explanation.sides if side.dims)[:MOST_SIDES]
    if len(sides) < 2:
        return None
    write = _gib if explanation.requirement.id in MEMORY else str
    lines = _lines(sides, explanation)
    if all(len(line.dims) == 1 and line.shift == 0 for line in lines):
        bars = _bars(lines, 0, NAMED, write)
        if bars:
            return Picture(_right((), bars), BAR * len(bars) + 4, (), bars)
    keep = _window(lines)
    columns = [
        max([NARROWEST, *(_width(write(dim)) for line in lines if (dim := line.at(column)) is not None)])
        for column in keep
    ]
    rows = tuple(_row(line, keep, columns, number, write) for number, line in enumerate(lines))
    bars = _bars(lines, ROW * len(rows), 1, write)
    if bars and min(bar.width for bar in bars) > ALIKE * BAR_SPACE:
        bars = ()
    return Picture(_right(rows, bars), ROW * len(rows) + (BAR * len(bars) + 12 if bars else 0), rows, bars)


def _right(rows: tuple[Row, ...], bars: tuple[Bar, ...]) -> int:
    ends = [row.total_x + (_width(row.total) if row.total else 0) for row in rows]
    return max([*ends, *(bar.x + bar.width + _width(bar.text) for bar in bars)])


def _lines(sides: tuple[Side, ...], explanation: Explanation) -> list[_Line]:
    longest = max(sides, key=lambda side: len(side.dims))
    product = explanation.requirement.id in PRODUCTS
    at_ends = explanation.failing is not None and explanation.failing < 0
    lines = []
    for side in sides:
        if product and len(side.dims) == 1 < len(longest.dims):
            lines.append(_filled(side, longest))
            continue
        shift = len(longest.dims) - len(side.dims) if at_ends else 0
        failing = 0 if len(side.dims) == 1 else side.failing
        total = prod(side.dims) if product else None
        lines.append(_Line(side, side.dims, None if failing is None else failing + shift, shift, total=total))
    return lines


def _filled(side: Side, asked: Side) -> _Line:
    """A lone size written with the dimensions asked for, when it divides by all but the failing one."""
    size, failing = side.dims[0], asked.failing
    if failing is not None and failing < len(asked.dims):
        others = prod(asked.dims[:failing] + asked.dims[failing + 1 :])
        if others > 0 and size % others == 0:
            dims = (*asked.dims[:failing], size // others, *asked.dims[failing + 1 :])
            return _Line(side, dims, failing, derived=True, total=size)
    return _Line(side, (size,), 0)


def _window(lines: list[_Line]) -> range:
    """The columns that are shown: at most six, the first failing one among them."""
    width = max(line.shift + len(line.dims) for line in lines)
    if width <= MOST_BOXES:
        return range(width)
    failing = min((line.failing for line in lines if line.failing is not None), default=0)
    start = min(max(0, failing - MOST_BOXES // 2), width - MOST_BOXES)
    return range(start, start + MOST_BOXES)


def _row(line: _Line, keep: range, columns: list[int], number: int, write: Callable[[int], str]) -> Row:
    boxes = []
    x = 1
    if keep.start > 0:
        boxes.append(Box(x, NARROWEST, "…", "cut"))
        x += NARROWEST + GAP
    for column, width in zip(keep, columns, strict=True):
        dim = line.at(column)
        if dim is not None:
            failing = column == line.failing
            role = ("derived" if line.derived else "failing") if failing else "same"
            boxes.append(Box(x, width, write(dim), role))
        x += width + GAP
    if line.shift + len(line.dims) > keep.stop:
        boxes.append(Box(x, NARROWEST, "…", "cut"))
        x += NARROWEST + GAP
    total = None if line.total is None or line.total > MOST_TOTAL else write(line.total)
    return Row(line.side.role, line.side.label, ROW * number, tuple(boxes), total, x)


def _bars(lines: list[_Line], top: int, x: int, write: Callable[[int], str]) -> tuple[Bar, ...]:
    values = [line.at(line.failing) if line.failing is not None else None for line in lines]
    known = [value for value in values if value is not None and value > 0]
    if len(known) != len(lines) or len(set(known)) < 2:
        return ()
    at_fault = any(line.side.role in AT_FAULT for line in lines)
    return tuple(
        Bar(
            line.side.role,
            x,
            top + 4 + BAR * number,
            max(2, round(BAR_SPACE * value / max(known))),
            write(value),
            line.side.role in AT_FAULT if at_fault else number == 0,
        )
        for number, (line, value) in enumerate(zip(lines, known, strict=True))
    )


def _gib(size: int) -> str:
    return f"{size / GIB:.2f} GiB"


def _width(text: str) -> int:
    return len(text) * CHARACTER + PADDING
