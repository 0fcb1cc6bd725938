"""MXNet and Theano."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Same
from app.shapes.family import FamilyRow, expected, given, left, right

MXNET: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="mxnet.infer-shape",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "Shape inconsistent, Provided = [{*got}], inferred shape=({*want})",
            "Shape inconsistent, Provided = [{*got}], inferred shape=[{*want}]",
        ),
        sample="Shape inconsistent, Provided = [4096,25088], inferred shape=(4096,2048)",
        near_miss="Shape inconsistent",
    ),
    FamilyRow(
        id="theano.dimension",
        requirement="requires.elementwise",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b"),
        reads=("Input dimension mis-match. (input[{_}].shape[{dim}] = {a}, input[{_}].shape[{_}] = {b})",),
        sample="Input dimension mis-match. (input[0].shape[1] = 9, input[1].shape[1] = 10)",
        near_miss="Input dimension mis-match.",
    ),
)
