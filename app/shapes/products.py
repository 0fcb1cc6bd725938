"""Solvers for requirements about products, quotients and sums."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from app.phrase import Phrase, Value
from app.shapes.arithmetic import NO_NUMBERS, compare, integer, known, ratio, run, times
from app.shapes.family import Finding, Values

PACKED_FROM = 256
"""A right operand of 1 x n with n from here on is a packed buffer: a real layer has its inputs first."""
MOST_DIVISORS = 16


@dataclass(frozen=True, slots=True)
class Product:
    """The product of the asked dimensions had to equal a number of elements."""

    asked: str
    size: str
    about: ClassVar[str] = (
        "size / (the other asked dimensions) is what the failing dimension would have to be"
    )

    def solve(self, values: Values) -> Finding:
        """A plain ratio when there is one, else the last dimension that a whole number can repair."""
        asked, size = run(values, self.asked), integer(values, self.size)
        if size is None or not asked:
            return NO_NUMBERS
        fixed = known(asked)
        product = math.prod(fixed)
        said: dict[str, Value] = {"asked": asked, "size": size, "product": product}
        if product == 0 or size == 0:
            return Finding(Phrase("shape.product.empty", said))
        # NumPy prints (-1, 5) as (5): a lone dimension had an open one before it.
        open_dimension = len(fixed) < len(asked) or len(asked) == 1
        if product == size or (open_dimension and size % product == 0):
            return Finding(Phrase("shape.consistent", said))
        dim = None if open_dimension else self._repairable(asked, size)
        if dim is None:
            solved: dict[str, Value] = {"quotient": size // product, "rest": size % product}
            return Finding(
                Phrase("shape.product.indivisible", said | solved), solved, telling=(size, product)
            )
        others = asked[:dim] + asked[dim + 1 :]
        needed = size // math.prod(others)
        solved = {"dim": dim, "needed": needed}
        even = ratio(product, size)
        if even is not None:
            solved["ratio"] = even
            sentence = Phrase(
                "shape.product.more" if size > product else "shape.product.fewer", said | solved
            )
        else:
            named: dict[str, Value] = {"others": times(others), "was": asked[dim]}
            sentence = Phrase("shape.product.dimension", said | solved | named)
        return Finding(sentence, solved, marks={self.asked: dim}, telling=(asked[dim], needed))

    @staticmethod
    def _repairable(asked: tuple[int, ...], size: int) -> int | None:
        for dim in reversed(range(len(asked))):
            others = math.prod(asked[:dim] + asked[dim + 1 :])
            if others > 0 and size % others == 0:
                return dim
        return None


@dataclass(frozen=True, slots=True)
class Inner:
    """The last dimension of the left operand had to equal the last but one of the right operand."""

    left: str
    right: str
    about: ClassVar[str] = (
        "inner dimensions compared; a 1 x n operand is unpacked as 4-bit, a transposed one told"
    )

    def solve(self, values: Values) -> Finding:
        """Packed 4-bit weight, transposed operand, even ratio or plain difference of the inner dimensions."""
        left, right = run(values, self.left), run(values, self.right)
        if not left or not right:
            return NO_NUMBERS
        inner, row = left[-1], len(right) - 2 if len(right) > 1 else 0
        rows, columns = right[row], right[-1]
        said: dict[str, Value] = {"left": left, "right": right, "inner": inner, "rows": rows}
        marks = {self.left: len(left) - 1, self.right: row}
        if rows == 1 and columns >= PACKED_FROM and inner > 0 and inner != 1:
            unpacked = 2 * columns
            solved: dict[str, Value] = {"values": unpacked, "outputs": unpacked // inner}
            phrase = "shape.inner.packed" if unpacked % inner == 0 else "shape.inner.packed_other"
            return Finding(Phrase(phrase, said | solved | {"packed": columns}), solved, marks=marks)
        if inner == columns and len(right) > 1:
            return Finding(Phrase("shape.inner.transposed", said), marks=marks, telling=(inner, rows))
        sentence, solved = compare(inner, rows)
        return Finding(sentence, solved, marks=marks, telling=(inner, rows))


@dataclass(frozen=True, slots=True)
class Divides:
    """A number had to be a multiple of another one."""

    number: str
    by: str
    about: ClassVar[str] = "quotient and rest; the divisors that would do, and the nearest multiples"

    def solve(self, values: Values) -> Finding:
        """Quotient, rest, the divisors of the number and its neighbours that are multiples."""
        number, by = integer(values, self.number), integer(values, self.by)
        if number is None or by is None or by == 0:
            return NO_NUMBERS
        if number % by == 0:
            return Finding(Phrase("shape.consistent", {"number": number, "by": by}))
        below = number - number % by
        solved: dict[str, Value] = {
            "rest": number % by,
            "below": below,
            "above": below + by,
            "divisors": divisors(number),
        }
        smaller = "shape.divides.smaller" if 0 < number < by else "shape.divides.not"
        said: dict[str, Value] = {"number": number, "by": by, "quotient": number // by}
        return Finding(Phrase(smaller, said | solved), solved, telling=(number, by))


@dataclass(frozen=True, slots=True)
class DividesEach:
    """Each of several numbers had to be a multiple of another one."""

    numbers: tuple[str, ...]
    by: str
    about: ClassVar[str] = "the first number that is no multiple: quotient, rest and the nearest multiples"

    def solve(self, values: Values) -> Finding:
        """What `Divides` finds for the first number that fails."""
        findings = [Divides(name, self.by).solve(values) for name in self.numbers]
        return next((finding for finding in findings if finding.solved), findings[0])


def divisors(number: int) -> tuple[int, ...]:
    """The divisors of `number` up to 64, at most MOST_DIVISORS: the sizes that a group of GPUs can have."""
    return tuple(one for one in range(1, 65) if number > 0 and number % one == 0)[:MOST_DIVISORS]


@dataclass(frozen=True, slots=True)
class Sum:
    """The parts had to add up to a total."""

    parts: str
    total: str
    about: ClassVar[str] = "sum of the parts against the total"

    def solve(self, values: Values) -> Finding:
        """The sum of the parts and what is missing."""
        parts, total = run(values, self.parts), integer(values, self.total)
        if not parts or total is None:
            return NO_NUMBERS
        solved: dict[str, Value] = {"sum": sum(parts), "missing": total - sum(parts)}
        if sum(parts) == total:
            return Finding(Phrase("shape.consistent", {"total": total}))
        said: dict[str, Value] = {"parts": parts, "total": total}
        return Finding(Phrase("shape.sum", said | solved), solved, telling=(total, sum(parts)))


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice had to end within a dimension."""

    start: str
    length: str
    size: str
    about: ClassVar[str] = "start + length against the size; an empty tensor and an even ratio are told"

    def solve(self, values: Values) -> Finding:
        """Where the slice ends and how far that is beyond the dimension."""
        start, length = integer(values, self.start), integer(values, self.length)
        size = integer(values, self.size)
        if start is None or length is None or size is None:
            return NO_NUMBERS
        end = start + length
        solved: dict[str, Value] = {"end": end, "over": end - size}
        said: dict[str, Value] = {"start": start, "length": length, "size": size}
        if end <= size:
            return Finding(Phrase("shape.consistent", said))
        if size == 0:
            return Finding(Phrase("shape.slice.empty", said | solved), solved, telling=(length,))
        even = ratio(end, size)
        if even is not None:
            solved["ratio"] = even
            return Finding(Phrase("shape.slice.ratio", said | solved), solved, telling=(size, length))
        return Finding(Phrase("shape.slice.over", said | solved), solved, telling=(size, length))


@dataclass(frozen=True, slots=True)
class PowerOfTwo:
    """A number had to be a power of two."""

    number: str
    about: ClassVar[str] = "the powers of two below and above"

    def solve(self, values: Values) -> Finding:
        """The neighbours that are powers of two."""
        number = integer(values, self.number)
        if number is None or number < 1:
            return NO_NUMBERS
        below = 1 << (number.bit_length() - 1)
        solved: dict[str, Value] = {"below": below, "above": 2 * below}
        return Finding(Phrase("shape.power_of_two", {"number": number, **solved}), solved)
