"""PaddlePaddle."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Equal
from app.shapes.family import FamilyRow, actual, asked, expected, given, left, right
from app.shapes.limits import NoNumbers
from app.shapes.products import Inner, Product

PADDLE: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="paddle.broadcast",
        requirement="requires.broadcast",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Broadcast("left", "right"),
        reads=(
            "could not be broadcast together with the shape of X = [{*left}] and the shape of Y = [{*right}]",
        ),
        sample="Broadcast dimension mismatch. Operands could not be broadcast together with the shape of X = "
        "[6, 96, 3, 12] and the shape of Y = [6, 96, 4, 12]. Received [3] in X is not equal to [4] in Y at "
        "i:2.",
        near_miss="Broadcast dimension mismatch.",
    ),
    FamilyRow(
        id="paddle.broadcast-bare",
        requirement="requires.broadcast",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Broadcast dimension mismatch",),
        sample="(InvalidArgument) Broadcast dimension mismatch",
        near_miss="(InvalidArgument) dimension mismatch",
    ),
    FamilyRow(
        id="paddle.matmul",
        requirement="requires.matmul",
        requires="left[-1] == right[0]",
        sides=(
            left("left"),
            right("right"),
        ),
        solver=Inner("left", "right"),
        reads=(
            "but received X's shape: [{*left}],Y's shape: [{*right}]",
            "but received X's shape: [{*left}], Y's shape: [{*right}]",
        ),
        sample="Input X's width should be equal to the Y's height, but received X's shape: [32, 512],Y's "
        "shape: [256, 10].",
        near_miss="Input X's width should be equal to the Y's height",
    ),
    FamilyRow(
        id="paddle.conv-channels",
        requirement="requires.channels",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Equal("got", "want"),
        reads=("the input's channels is {got}, {...} the filter's channels is {want}",),
        sample="The number of input's channels should be equal to filter's channels * groups for Op(Conv). "
        "But received: the input's channels is 1, the input's shape is [1, 1, 224, 224]; the filter's "
        "channels is 3, the filter's shape is [64, 3, 7, 7]",
        near_miss="the input's channels is 1",
    ),
    FamilyRow(
        id="paddle.reshape",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(asked("asked"), actual("source")),
        solver=Product("asked", "size"),
        reads=("received X's shape = [{*source}], X's size = {size}, 'shape' is [{*asked}]",),
        sample="The 'shape' attribute in ReshapeOp is invalid. The input tensor X'size must be divisible by "
        "known capacity of 'shape'. But received X's shape = [1, 1, 1, 8, 3, 320, 320], X's size = 2457600, "
        "'shape' is [-1, 3, 224, 224], known capacity of 'shape' is -150528.",
        near_miss="The 'shape' attribute in ReshapeOp is invalid.",
    ),
)
