"""Triton, the kernel language."""

from __future__ import annotations

from app.shapes.family import FamilyRow, asked, limit
from app.shapes.limits import AtMost, NoNumbers
from app.shapes.products import PowerOfTwo

TRITON: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="triton.power-of-two",
        requirement="requires.power-of-two",
        requires="",
        sides=(),
        solver=PowerOfTwo("number"),
        reads=(
            "Shape element {_} must be a power of 2",
            "arange's range must be a power of 2",
            "must be a power of two, got {number}",
        ),
        sample="arange's range must be a power of 2",
        near_miss="arange's range must be positive",
    ),
    FamilyRow(
        id="triton.dot",
        requirement="requires.tile",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "must be >= 16!",
            "Input shapes should have M >= 16, N >= 16 and K >= 16",
            "Input shapes should have M >= {_}, N >= {_} and K >= {_}",
        ),
        sample="All non-batch values in both first input shape ([constexpr[8], constexpr[8]]) and second "
        "input shape ([constexpr[8], constexpr[8]]) must be >= 16!",
        near_miss="both values must be >= 8!",
    ),
    FamilyRow(
        id="triton.shared-memory",
        requirement="requires.shared-memory",
        requires="need <= have",
        sides=(asked("need"), limit("have")),
        solver=AtMost("need", "have"),
        reads=("out of resource: shared memory, Required: {need}, Hardware limit: {have}",),
        sample="out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing block "
        "sizes or `num_stages` may help.",
        near_miss="out of resource: threads",
    ),
)
