"""Solvers for requirements that compare two shapes, two numbers or two counts of dimensions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from app.phrase import Phrase, Value
from app.shapes.arithmetic import NO_NUMBERS, Term, compare, integer, run
from app.shapes.family import Finding, Values
from app.shapes.holes import UNKNOWN_DIMENSION


@dataclass(frozen=True, slots=True)
class Equal:
    """Two numbers had to be equal."""

    one: Term
    other: Term
    axis: str = ""
    """Hole that holds the dimension on which they stand."""
    about: ClassVar[str] = "difference; off by one, even ratio, block of a quantised format, or an empty side"

    def solve(self, values: Values) -> Finding:
        """How the two differ."""
        one, other = integer(values, self.one), integer(values, self.other)
        if one is None or other is None:
            return NO_NUMBERS
        sentence, solved = compare(one, other)
        return Finding(sentence, solved, integer(values, self.axis), telling=(one, other))


@dataclass(frozen=True, slots=True)
class Same:
    """Two shapes had to be the same; an open dimension (-1, None, ?) agrees with any."""

    one: str
    other: str
    leading: bool = False
    """Only the dimensions up to the shorter rank are compared, from the front."""
    padded: bool = False
    """Dimensions of 1 at the end do not count (GGUF pads every shape to four)."""
    about: ClassVar[str] = (
        "rank, then the one dimension that differs; empty, packed and transposed shapes are told"
    )

    def solve(self, values: Values) -> Finding:
        """What keeps the shapes apart, the strongest reason first."""
        if self.one not in values or self.other not in values:
            return NO_NUMBERS
        one, other = run(values, self.one), run(values, self.other)
        if self.padded:
            one, other = _unpadded(one), _unpadded(other)
        if self.leading:
            one, other = one[: len(other)], other[: len(one)]
        said: dict[str, Value] = {"one": one, "other": other}
        apart = _apart(one, other)
        if not apart and len(one) == len(other):
            return Finding(Phrase("shape.consistent", said))
        special = _special(one, other)
        if special:
            identity, solved = special
            return Finding(Phrase(identity, said | solved), solved, telling=one + other)
        if len(one) != len(other):
            solved = {"rank_one": len(one), "rank_other": len(other)}
            return Finding(Phrase("shape.same.rank", said | solved), solved, telling=one + other)
        if len(apart) > 1:
            solved = {"dims": apart}
            telling = tuple(side[dim] for dim in apart for side in (one, other))
            return Finding(Phrase("shape.same.several", said | solved), solved, apart[0], telling=telling)
        dim = apart[0]
        sentence, solved = compare(one[dim], other[dim])
        return Finding(sentence, {**solved, "dim": dim}, dim, telling=(one[dim], other[dim]))


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The dimensions in which two shapes differ, as far as both go."""
    return tuple(
        dim
        for dim, (a, b) in enumerate(zip(one, other, strict=False))
        if a != b and UNKNOWN_DIMENSION not in (a, b)
    )


def _unpadded(shape: tuple[int, ...]) -> tuple[int, ...]:
    end = len(shape)
    while end > 1 and shape[end - 1] == 1:
        end -= 1
    return shape[:end]


def _special(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[str, dict[str, Value]] | None:
    """A shape that gives its story away: nothing in it, 4-bit packed, trailing ones, transposed."""
    for shape, against in ((one, other), (other, one)):
        whole = math.prod(against)
        if shape == (0,) and against != (0,):
            return "shape.same.empty", {"elements": whole}
        if len(shape) == 2 and 1 in shape and len(against) >= 2 and 1 not in against:
            packed = max(shape)
            if packed > 0 and whole == 2 * packed:
                return "shape.same.packed", {"packed": packed, "elements": whole}
        if (
            len(shape) > len(against)
            and shape[: len(against)] == against
            and set(shape[len(against) :]) == {1}
        ):
            return "shape.same.trailing", {"extra": len(shape) - len(against)}
        if (
            len(shape) > len(against) > 0
            and shape[-len(against) :] == against
            and set(shape[: -len(against)]) == {1}
        ):
            return "shape.same.leading", {"extra": len(shape) - len(against)}
    if len(one) > 1 and one == other[::-1]:
        return "shape.same.transposed", {}
    if len(one) != len(other) and math.prod(one) == math.prod(other) and -1 not in one + other:
        return "shape.same.reshaped", {"elements": math.prod(one)}
    return None


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Two shapes, aligned at their last dimension, had to be equal or 1 everywhere."""

    one: str
    other: str
    into: bool = False
    """The first shape is written into the second: only the first may be stretched."""
    about: ClassVar[str] = "aligned at the end, the last dimension that is neither equal nor 1"

    def solve(self, values: Values) -> Finding:
        """The dimension that cannot be stretched, counted from the end; equal leading dimensions are told."""
        if self.one not in values or self.other not in values:
            return NO_NUMBERS
        one, other = run(values, self.one), run(values, self.other)
        said: dict[str, Value] = {"one": one, "other": other}
        dim = self._failing(one, other)
        if dim is None:
            extra = self.into and len(one) > len(other)
            return Finding(Phrase("shape.broadcast.rank" if extra else "shape.consistent", said))
        solved: dict[str, Value] = {"dim": dim}
        if min(len(one), len(other)) > 0 and len(one) != len(other) and not _apart(one, other):
            sentence = Phrase("shape.broadcast.leading", said | solved)
        else:
            sentence, more = compare(one[dim], other[dim])
            solved |= more
        return Finding(sentence, solved, dim, telling=(one[dim], other[dim]))

    def _failing(self, one: tuple[int, ...], other: tuple[int, ...]) -> int | None:
        for dim in range(-1, -min(len(one), len(other)) - 1, -1):
            a, b = one[dim], other[dim]
            stretched = a == 1 or (b == 1 and not self.into)
            if a != b and not stretched and UNKNOWN_DIMENSION not in (a, b):
                return dim
        return None


@dataclass(frozen=True, slots=True)
class Concatenate:
    """Two shapes had to be the same but for the dimension along which they are joined."""

    one: str
    other: str
    axis: str = ""
    about: ClassVar[str] = "the first dimension apart from the joined one that differs"

    def solve(self, values: Values) -> Finding:
        """The dimension that differs beside the joined one."""
        if self.one not in values or self.other not in values:
            return NO_NUMBERS
        one, other = run(values, self.one), run(values, self.other)
        joined = integer(values, self.axis)
        apart = tuple(dim for dim in _apart(one, other) if joined is None or dim != joined % max(len(one), 1))
        said: dict[str, Value] = {"one": one, "other": other}
        if not apart:
            same_rank = len(one) == len(other)
            return Finding(
                Phrase("shape.consistent" if same_rank else "shape.same.rank", said | _ranks(one, other))
            )
        dim = apart[0]
        sentence, solved = compare(one[dim], other[dim])
        return Finding(sentence, {**solved, "dim": dim}, dim, telling=(one[dim], other[dim]))


def _ranks(one: tuple[int, ...], other: tuple[int, ...]) -> dict[str, Value]:
    return {"rank_one": len(one), "rank_other": len(other)}


@dataclass(frozen=True, slots=True)
class Rank:
    """A shape had to have a certain number of dimensions."""

    wanted: Term
    got: str
    """Hole with the rank that was given, or with the shape itself."""
    about: ClassVar[str] = "number of dimensions wanted and given, and the difference"

    def solve(self, values: Values) -> Finding:
        """How many dimensions are missing or too many."""
        got_value = values.get(self.got)
        got = len(got_value) if isinstance(got_value, tuple) else integer(values, self.got)
        wanted = integer(values, self.wanted)
        if got is None:
            return NO_NUMBERS
        if wanted is None:
            return Finding(Phrase("shape.rank.only", {"got": got}), {"rank": got})
        if wanted == got:
            return Finding(Phrase("shape.consistent", {"wanted": wanted}))
        identity = "shape.rank.missing" if got < wanted else "shape.rank.extra"
        solved: dict[str, Value] = {"rank": got, "difference": abs(wanted - got)}
        return Finding(Phrase(identity, {"wanted": wanted, "got": got, **solved}), solved)


@dataclass(frozen=True, slots=True)
class Ragged:
    """Items of one length had to be stacked; the detected shape says down to where they agree."""

    agreed: str
    about: ClassVar[str] = "the first dimension that is not the same in every item"

    def solve(self, values: Values) -> Finding:
        """The dimension, from 0, in which the items differ."""
        agreed = run(values, self.agreed)
        if not agreed:
            return NO_NUMBERS
        solved: dict[str, Value] = {"dim": len(agreed), "items": agreed[0]}
        return Finding(Phrase("shape.ragged", {"agreed": agreed, **solved}), solved)
