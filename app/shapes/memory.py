"""Solvers for requirements about memory; every number is in bytes unless it says otherwise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from app.phrase import Phrase, Value
from app.shapes.arithmetic import NO_NUMBERS, integer
from app.shapes.family import Finding, Values

OTHERS_FROM = 0.1
"""Share of a GPU's memory that something outside this process must hold to be named as the reason."""


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
class Steady:
    """Free memory had to stay as it was while it was measured; both numbers in bytes."""

    before: str
    now: str
    about: ClassVar[str] = "bytes that were freed meanwhile"

    def solve(self, values: Values) -> Finding:
        """How much the free memory grew."""
        before, now = integer(values, self.before), integer(values, self.now)
        if before is None or now is None:
            return NO_NUMBERS
        solved: dict[str, Value] = {"grown_bytes": now - before}
        said: dict[str, Value] = {"before_bytes": before, "now_bytes": now}
        return Finding(Phrase("shape.memory.grew", said | solved), solved)


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
        if total is None:
            return NO_NUMBERS
        if tried is None:
            return self._held(values, total)
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
    def _held(values: Values, total: int) -> Finding:
        """What others hold, for a message that does not say what was tried."""
        others = integer(values, "others")
        if others is None:
            return NO_NUMBERS
        solved: dict[str, Value] = {"others_bytes": others}
        return Finding(Phrase("shape.allocation.held", {"total_bytes": total, **solved}), solved)

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
