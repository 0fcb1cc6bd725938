"""Wordings that many libraries share; they stand last, after every wording that says more."""

from __future__ import annotations

from app.shapes.family import FamilyRow, actual, asked, limit
from app.shapes.limits import NoNumbers
from app.shapes.products import Divides

GENERAL: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="general.divisible",
        requirement="requires.divisible",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=(
            "{size} is not divisible by {by}",
            "({size}) is not divisible by ({by})",
            "({size}) must be divisible by {...} ({by})",
            "= {size} is not divisible by {...} = {by}",
            "({size}) is not divisible by {...} ({by})",
        ),
        sample="AssertionError: 25 is not divisible by 4",
        near_miss="25 is divisible by 5",
    ),
    FamilyRow(
        id="general.alignment",
        requirement="requires.alignment",
        requires="",
        sides=(limit("by"),),
        solver=NoNumbers(),
        reads=("{what:word} must be divisible by {by}", "must be a multiple of {by}"),
        sample="RuntimeError: m must be divisible by 4",
        near_miss="m must be positive",
    ),
    FamilyRow(
        id="general.dimension",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("dimension mismatch",),
        sample="dimension mismatch",
        near_miss="Dimension mismatch",
    ),
)
