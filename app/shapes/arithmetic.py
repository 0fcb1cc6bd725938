"""How numbers that had to agree differ: the facts that the solvers put together.

The numbers come from hostile text: every division is guarded, every run may be empty.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.phrase import Phrase, Value
from app.shapes.family import Finding, Values
from app.shapes.holes import UNKNOWN_DIMENSION

BLOCKS: tuple[tuple[int, int, str], ...] = (
    (9, 16, "shape.block.q4"),  # 18 bytes for 32 values (Q4_0), 144 for 256 (Q4_K), 9 for 16 (NVFP4)
    (17, 16, "shape.block.q8"),  # 34 bytes for 32 values (Q8_0)
    (11, 16, "shape.block.q5"),  # 22 bytes for 32 values (Q5_0), 176 for 256 (Q5_K)
    (105, 128, "shape.block.q6"),  # 210 bytes for 256 values (Q6_K)
)
"""Bytes a value of quantised blocks, as a fraction, and the phrase that says so.
Source: ggml-org/llama.cpp:ggml/src/ggml-common.h."""
Term = str | int
"""What a solver works on: the name of a hole, or a number that the message does not print."""
NO_NUMBERS = Finding(Phrase("shape.no_numbers"))


def run(values: Values, name: str) -> tuple[int, ...]:
    """The dimensions called `name`: a lone number is a run of one, an unbound name an empty run."""
    value = values.get(name)
    if isinstance(value, tuple):
        return tuple(item for item in value if isinstance(item, int))
    return (value,) if isinstance(value, int) else ()


def integer(values: Values, term: Term) -> int | None:
    """The number that `term` names or is; None for a name that is not bound to one."""
    value = term if isinstance(term, int) else values.get(term)
    return value if isinstance(value, int) else None


def ratio(one: int, other: int) -> int | None:
    """How often the smaller number goes into the larger one, when it does so evenly and more than once."""
    small, large = sorted((abs(one), abs(other)))
    return large // small if 0 < small < large and large % small == 0 else None


def known(dims: Iterable[int]) -> tuple[int, ...]:
    """The dimensions without those that are left open."""
    return tuple(dim for dim in dims if dim != UNKNOWN_DIMENSION)


def times(dims: Iterable[int]) -> str:
    """The dimensions as a product: `32 x 64`."""
    return " x ".join(str(dim) for dim in dims) or "1"


def block(one: int, other: int) -> str | None:
    """The phrase of the quantised block whose bytes and values stand in the ratio of these numbers."""
    for part, whole, phrase in BLOCKS:
        if 0 not in (one, other) and (one * whole == other * part or other * whole == one * part):
            return phrase
    return None


def compare(one: int, other: int) -> tuple[Phrase, dict[str, Value]]:
    """What to say of two numbers that had to be equal, and the numbers derived from them."""
    solved: dict[str, Value] = {"difference": one - other}
    if 0 in (one, other):
        identity = "shape.equal.empty"
    elif abs(one - other) == 1:
        identity = "shape.equal.off_by_one"
    elif packed := block(one, other):
        identity = packed
    elif min(one, other) > 1 and (even := ratio(one, other)):
        identity = "shape.equal.ratio"
        solved["ratio"] = even
    else:
        identity = "shape.equal.differs"
    if one == other:
        return Phrase("shape.consistent"), {}
    return Phrase(identity, {**solved, "one": one, "other": other, "gap": abs(one - other)}), solved
