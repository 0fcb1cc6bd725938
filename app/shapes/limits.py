"""Solvers for requirements about bounds: capacities, ranges and memory."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from app.phrase import Phrase, Value
from app.shapes.arithmetic import NO_NUMBERS, Term, integer, run
from app.shapes.family import Finding, Values

OTHERS_FROM = 0.1
"""Share of a GPU's memory that something outside this process must hold to be named as the reason."""


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


@dataclass(frozen=True, slots=True)
class Memory:
    """A need of memory had to fit into what is available; all numbers in bytes."""

    need: str
    have: str
    about: ClassVar[str] = "bytes that are missing"

    def solve(self, values: Values) -> Finding:
        """How many bytes are missing."""
        need, have = integer(values, self.need), integer(values, self.have)
        if need is None or have is None:
            return NO_NUMBERS
        said: dict[str, Value] = {"need_bytes": need, "have_bytes": have}
        if need <= have:
            return Finding(Phrase("shape.consistent", said))
        solved: dict[str, Value] = {"missing_bytes": need - have}
        return Finding(Phrase("shape.memory.short", said | solved), solved)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a device's memory had to be free; `free` is a bare number of GiB, the rest are bytes."""

    free: str
    total: str
    wanted: str
    share: str
    about: ClassVar[str] = "bytes that are missing, what others hold, and the largest share that would fit"

    def solve(self, values: Values) -> Finding:
        """What is missing, and the share (rounded down to hundredths) that fits into the free memory."""
        bare = values.get(self.free)
        total, wanted = integer(values, self.total), integer(values, self.wanted)
        if not isinstance(bare, int | float) or total is None or wanted is None or total <= 0:
            return NO_NUMBERS
        free = round(bare * 2**30)
        solved: dict[str, Value] = {
            "missing_bytes": wanted - free,
            "others_bytes": max(total - free, 0),
            "largest_share": math.floor(100 * free / total) / 100,
        }
        said: dict[str, Value] = {"free_bytes": free, "total_bytes": total, "wanted_bytes": wanted}
        if free >= wanted:
            return Finding(Phrase("shape.consistent", said))
        return Finding(Phrase("shape.memory.share", said | solved), solved | {"free_bytes": free})


@dataclass(frozen=True, slots=True)
class Allocation:
    """An allocation had to fit into the free memory of a device.

    Holes, all optional, in bytes: tried, total, free, allocated (by the framework), reserved (allocated and
    kept), unallocated (kept but not allocated), process (held by this process), others (held elsewhere).
    """

    about: ClassVar[str] = (
        "larger than the GPU; held by others (total - free - this process); kept but not allocated; or full"
    )

    def solve(self, values: Values) -> Finding:
        """The first of those explanations that the numbers support."""
        tried, total = integer(values, "tried"), integer(values, "total")
        free = integer(values, "free")
        if tried is None or total is None:
            return NO_NUMBERS
        said: dict[str, Value] = {"tried_bytes": tried, "total_bytes": total}
        if tried > total:
            return Finding(Phrase("shape.allocation.never", said), {"missing_bytes": tried - total})
        unallocated, others = self._unallocated(values), self._others(values, total, free)
        solved: dict[str, Value] = {}
        if others is not None:
            solved["others_bytes"] = others
        if unallocated is not None:
            solved["unallocated_bytes"] = unallocated
        if others is not None and others > OTHERS_FROM * total:
            return Finding(Phrase("shape.allocation.others", said | solved), solved)
        if unallocated is not None and unallocated >= tried:
            return Finding(Phrase("shape.allocation.fragmented", said | solved), solved)
        if free is None:
            return Finding(Phrase("shape.allocation.full_only", said), solved)
        solved["missing_bytes"] = tried - free
        return Finding(Phrase("shape.allocation.full", said | solved | {"free_bytes": free}), solved)

    @staticmethod
    def _unallocated(values: Values) -> int | None:
        stated = integer(values, "unallocated")
        reserved, allocated = integer(values, "reserved"), integer(values, "allocated")
        if stated is not None or reserved is None or allocated is None:
            return stated
        return max(reserved - allocated, 0)

    @staticmethod
    def _others(values: Values, total: int, free: int | None) -> int | None:
        """Memory that this process does not hold, where the message lets it be known."""
        stated = integer(values, "others")
        mine = integer(values, "process")
        if mine is None:
            mine = integer(values, "reserved")
        if stated is not None or mine is None or free is None:
            return stated
        return max(total - free - mine, 0)
