"""ONNX Runtime."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Equal, Rank
from app.shapes.family import FamilyRow, actual, asked, expected, given, left, right
from app.shapes.products import Product

ONNX: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="onnx.input-shape",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got", "name"), expected("want")),
        solver=Equal("got", "want", "dim"),
        reads=(
            "Got invalid dimensions for input: {name:word} for the following indices index: {dim} Got: {got} "
            "Expected: {want} Please",
            "Got invalid dimensions for input: {name:word} for the following indices index: {dim} Got: {got} "
            "Expected: {want} index:",
            "Got invalid dimensions for input: {name:word} for the following indices\nindex: {dim} Got: "
            "{got} Expected: {want}",
            "index: {dim} Got: {got} Expected: {want}",
        ),
        sample="Got invalid dimensions for input: image for the following indices index: 2 Got: 1600 "
        "Expected: 640 index: 3 Got: 1600 Expected: 640 Please fix either the inputs/outputs or the model.",
        near_miss="Got invalid dimensions for input: image",
    ),
    FamilyRow(
        id="onnx.input-rank",
        requirement="requires.rank",
        requires="got == want",
        sides=(given("got", "name"), expected("want")),
        solver=Rank("want", "got"),
        reads=("Invalid rank for input: {name:word} Got: {got} Expected: {want}",),
        sample="Invalid rank for input: input_var Got: 1 Expected: 2 Please fix either the inputs or the "
        "model.",
        near_miss="Invalid rank for input: input_var",
    ),
    FamilyRow(
        id="onnx.concat",
        requirement="requires.concat",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b", "axis"),
        reads=(
            "Non concat axis dimensions must match: Axis {axis} has mismatched dimensions of {a} and {b}",
        ),
        sample="concat.cc:157 PrepareForCompute Non concat axis dimensions must match: Axis 3 has mismatched "
        "dimensions of 27 and 28",
        near_miss="Non concat axis dimensions must match",
    ),
    FamilyRow(
        id="onnx.reshape",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(asked("asked"), actual("source")),
        solver=Product("asked", "size"),
        reads=(
            "cannot be reshaped to the requested shape. Input shape:{{{*source}}}, requested "
            "shape:{{{*asked}}}",
            "cannot be reshaped to the requested shape. Input shape: {{{*source}}}, requested shape: "
            "{{{*asked}}}",
        ),
        sample="The input tensor cannot be reshaped to the requested shape. Input shape:{1,27,120,120}, "
        "requested shape:{1,3,9,30,30}",
        near_miss="The input tensor cannot be reshaped to the requested shape.",
        derive=(("size", "prod(source)"),),
    ),
    FamilyRow(
        id="onnx.broadcast",
        requirement="requires.broadcast",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b"),
        reads=("Attempting to broadcast an axis by a dimension other than 1. {a} by {b}",),
        sample="Attempting to broadcast an axis by a dimension other than 1. 512 by 640",
        near_miss="Attempting to broadcast an axis",
    ),
    FamilyRow(
        id="onnx.broadcast-operands",
        requirement="requires.broadcast",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Broadcast("left", "right"),
        reads=("operand cannot broadcast on dim {_} LeftShape: {{{*left}}}, RightShape: {{{*right}}}",),
        sample="matmul_helper.h:61 Compute left operand cannot broadcast on dim 0 LeftShape: {2,4,8}, "
        "RightShape: {3,8,4}",
        near_miss="left operand cannot broadcast",
    ),
    FamilyRow(
        id="onnx.gemm",
        requirement="requires.matmul",
        requires="weight[0] == inner",
        sides=(left("inner"), right("weight")),
        solver=Equal("inner", "rows"),
        reads=("GEMM: Dimension mismatch, W: {{{*weight}}} K: {inner} N:{_}",),
        sample="GEMM: Dimension mismatch, W: {512,1000} K: 2048 N:1000",
        near_miss="GEMM: Dimension mismatch",
        derive=(("rows", "weight[0]"),),
    ),
    FamilyRow(
        id="onnx.unification",
        requirement="requires.static-shape",
        requires="a == b",
        sides=(
            left("a"),
            right("b"),
        ),
        solver=Equal("a", "b"),
        reads=(
            "Dimension mismatch in unification between {a} and {b}",
            "they differ. Inferred={a} Declared={b}",
        ),
        sample="Dimension mismatch in unification between 4 and 5",
        near_miss="Dimension mismatch in unification",
    ),
    FamilyRow(
        id="onnx.declared-rank",
        requirement="requires.rank",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Rank("want", "got"),
        reads=("inferred and declared dimensions. inferred={got} declared={want}",),
        sample="Mismatch between number of inferred and declared dimensions. inferred=3 declared=2",
        near_miss="Mismatch between inferred and declared types",
    ),
)
