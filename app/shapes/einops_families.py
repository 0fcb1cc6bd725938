"""einops."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Rank
from app.shapes.family import FamilyRow, actual, asked, expected, given, left, right
from app.shapes.limits import NoNumbers
from app.shapes.products import Divides

EINOPS: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="einops.divide",
        requirement="requires.divisible",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=("Shape mismatch, can't divide axis of length {size} in chunks of {by}",),
        sample="Shape mismatch, can't divide axis of length 87 in chunks of 2",
        near_miss="Shape mismatch, can't divide the axis",
    ),
    FamilyRow(
        id="einops.mismatch",
        requirement="requires.einops",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b"),
        reads=("Shape mismatch, {a} != {b}",),
        sample="Shape mismatch, 16 != 8",
        near_miss="Shape mismatch, a != b",
    ),
    FamilyRow(
        id="einops.rank",
        requirement="requires.rank",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Rank("want", "got"),
        reads=("Wrong shape: expected {want} dims. Received {got}-dim tensor",),
        sample="Wrong shape: expected 3 dims. Received 2-dim tensor.",
        near_miss="Wrong shape: expected 3 dims.",
    ),
    FamilyRow(
        id="einops.pattern",
        requirement="requires.einops",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Error while processing {kind:word} pattern",),
        sample='Error while processing rearrange-reduction pattern "B N (A T) -> B N A T".',
        near_miss="Error while processing tensors",
    ),
)
