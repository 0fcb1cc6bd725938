"""Solvers for requirements about bounds: capacities, ranges, windows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from app.phrase import Phrase, Value
from app.shapes.arithmetic import NO_NUMBERS, Term, integer, run
from app.shapes.family import Finding, Values


@dataclass(frozen=True, slots=True)
class NoNumbers:
    """The message states the fault without numbers."""

    about: ClassVar[str] = "nothing to compute: the message has no numbers"

    def solve(self, values: Values) -> Finding:  # noqa: ARG002
        """That there are no numbers."""
        return NO_NUMBERS


@dataclass(frozen=True, slots=True)
class AtMost:
    """A number had to stay within a bound."""

    number: str
    bound: str
    about: ClassVar[str] = "by how much the bound is passed"

    def solve(self, values: Values) -> Finding:
        """How far the number is beyond the bound."""
        number, bound = integer(values, self.number), integer(values, self.bound)
        if number is None or bound is None:
            return NO_NUMBERS
        said: dict[str, Value] = {"number": number, "bound": bound}
        if number <= bound:
            return Finding(Phrase("shape.consistent", said))
        solved: dict[str, Value] = {"over": number - bound}
        return Finding(Phrase("shape.at_most", said | solved), solved, telling=(number, bound))


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number had to reach a bound; a run is judged by its smallest number."""

    number: str
    bound: Term
    about: ClassVar[str] = "by how much the bound is missed"

    def solve(self, values: Values) -> Finding:
        """How far the number is below the bound."""
        numbers, bound = run(values, self.number), integer(values, self.bound)
        if not numbers or bound is None:
            return NO_NUMBERS
        number = min(numbers)
        said: dict[str, Value] = {"number": number, "bound": bound}
        if number >= bound:
            return Finding(Phrase("shape.consistent", said))
        solved: dict[str, Value] = {"missing": bound - number}
        return Finding(Phrase("shape.at_least", said | solved), solved, telling=(number, bound))


@dataclass(frozen=True, slots=True)
class Index:
    """An index had to lie within a dimension, counted from 0 (negative from the end)."""

    index: str
    size: str
    axis: str = ""
    about: ClassVar[str] = "how many rows the dimension would need; one past the end is told"

    def solve(self, values: Values) -> Finding:
        """How far the index is outside."""
        index, size = integer(values, self.index), integer(values, self.size)
        if index is None or size is None:
            return NO_NUMBERS
        needed = index + 1 if index >= 0 else -index
        said: dict[str, Value] = {"index": index, "size": size, "needed": needed}
        if needed <= size:
            return Finding(Phrase("shape.consistent", said))
        one_past = "shape.index.one_past" if needed == size + 1 else "shape.index.outside"
        solved: dict[str, Value] = {"needed": needed}
        return Finding(Phrase(one_past, said), solved, integer(values, self.axis), telling=(size, index))


@dataclass(frozen=True, slots=True)
class Fits:
    """Every dimension of a window had to fit into the dimensions of the input."""

    window: str
    room: str
    about: ClassVar[str] = "the first dimension in which the window is larger than the input"

    def solve(self, values: Values) -> Finding:
        """The dimension in which the window does not fit."""
        window, room = run(values, self.window), run(values, self.room)
        for dim, (wide, have) in enumerate(zip(window, room, strict=False)):
            if wide > have:
                solved: dict[str, Value] = {"dim": dim, "missing": wide - have}
                said: dict[str, Value] = {"number": wide, "bound": have}
                return Finding(Phrase("shape.fits", said | solved), solved, dim)
        return NO_NUMBERS


@dataclass(frozen=True, slots=True)
class Single:
    """Normalising over a batch needs more than one value a channel."""

    shape: str
    about: ClassVar[str] = "values a channel: the batch times the dimensions behind the channel"

    def solve(self, values: Values) -> Finding:
        """How many values each channel has."""
        shape = run(values, self.shape)
        if len(shape) < 2:
            return NO_NUMBERS
        solved: dict[str, Value] = {"count": shape[0] * math.prod(shape[2:])}
        return Finding(Phrase("shape.single", {"shape": shape, **solved}), solved, 0)
