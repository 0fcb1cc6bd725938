"""Vector stores."""

from __future__ import annotations

from app.shapes.comparisons import Equal
from app.shapes.family import FamilyRow, expected, given
from app.shapes.limits import NoNumbers

VECTOR: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="vector.dimension",
        requirement="requires.vector",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Equal("got", "want"),
        reads=(
            "Embedding dimension {got} does not match collection dimensionality {want}",
            "Collection expecting embedding with dimension of {want}, got {got}",
            "Vector dimension error: expected dim: {want}, got {got}",
            "Vector dimension {got} does not match the dimension of the index {want}",
            "expected {want} dimensions, not {got}",
            "vector dimension mismatch, expected vector size(byte) {want}, actual {got}",
            "Dimensionality of ({got}) does not match index dimensionality ({want})",
            "the length({got}) of float data should divide the dim({want})",
            "vector lengths don't match: {want} vs {got}",
            "has a different number of dimensions [{got}] than defined in the mapping [{want}]",
            "different vector dimensions {want} and {got}",
            "vector blob size ({got}) does not match index's expected size ({want})",
        ),
        sample="Embedding dimension 1536 does not match collection dimensionality 384",
        near_miss="Embedding dimension 1536 does not match",
    ),
    FamilyRow(
        id="vector.faiss",
        requirement="requires.vector",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("assert d == self.d",),
        sample="assert d == self.d",
        near_miss="assert k > 0",
    ),
)
