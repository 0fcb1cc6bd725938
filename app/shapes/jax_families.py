"""JAX and Flax."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Concatenate, Equal, Rank, Same
from app.shapes.family import (
    FamilyRow,
    actual,
    asked,
    capacity,
    checkpoint,
    expected,
    given,
    left,
    model,
    right,
)
from app.shapes.limits import AtMost, NoNumbers
from app.shapes.products import Divides, Inner, Product

JAX: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="jax.dot-general",
        requirement="requires.matmul",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Same("left", "right"),
        reads=(
            "dot_general requires contracting dimensions to have the same shape, got ({*left}) and "
            "({*right})",
            "dot_general requires contracting dimensions to have the same shape, got [{*left}] and "
            "[{*right}]",
            "dot_general requires batch dimensions to have the same shape, got ({*left}) and ({*right})",
        ),
        sample="dot_general requires contracting dimensions to have the same shape, got [1] and [15].",
        near_miss="dot_general requires contracting dimensions to be distinct",
    ),
    FamilyRow(
        id="jax.dot",
        requirement="requires.matmul",
        requires="left[-1] == right[0]",
        sides=(
            left("left"),
            right("right"),
        ),
        solver=Inner("left", "right"),
        reads=("Incompatible shapes for dot: got ({*left}) and ({*right})",),
        sample="Incompatible shapes for dot: got (3, 4) and (5, 6).",
        near_miss="Incompatible shapes for dot",
    ),
    FamilyRow(
        id="jax.conv-channels",
        requirement="requires.channels",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Equal("got", "want"),
        reads=("must equal the rhs input feature dimension size, but {got} // {_} != {want}",),
        sample="conv_general_dilated lhs feature dimension size divided by feature_group_count must equal "
        "the rhs input feature dimension size, but 3 // 1 != 1.",
        near_miss="must equal the rhs input feature dimension size",
    ),
    FamilyRow(
        id="jax.broadcast",
        requirement="requires.broadcast",
        requires="left[-1] == right[-1]",
        sides=(left("left"), right("right")),
        solver=Broadcast("left", "right"),
        reads=(
            "Incompatible shapes for broadcasting: (({*left}), ({*right}))",
            "Incompatible shapes for broadcasting: shapes=[({*left}), ({*right})]",
            "got incompatible shapes for broadcasting: ({*left}), ({*right})",
        ),
        sample="Incompatible shapes for broadcasting: ((2, 4), (1, 2))",
        near_miss="Incompatible shapes for broadcasting",
    ),
    FamilyRow(
        id="jax.reshape",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(asked("asked"), actual("source")),
        solver=Product("asked", "size"),
        reads=(
            "cannot reshape array of shape ({*source}) (size {_}) into shape ({*asked})",
            "reshape total size must be unchanged, got new_sizes ({*asked}) for shape ({*source})",
        ),
        sample="cannot reshape array of shape (8, 1, 128, 128) (size 131072) into shape (8, 0, 256, 128) "
        "(size 0)",
        near_miss="cannot reshape array of size 131072 into shape (8, 256)",
        derive=(("size", "prod(source)"),),
    ),
    FamilyRow(
        id="jax.mapped-axis",
        requirement="requires.mapped-axis",
        requires="one[0] == other[0]",
        sides=(left("one"), right("other")),
        solver=Equal("first", "second"),
        reads=(
            "got inconsistent sizes for array axes to be mapped:\narg {_} has shape ({*one}) and axis {_} "
            "is to be mapped\narg {_} has shape ({*other}) and axis {_} is to be mapped",
            "got inconsistent sizes for array axes to be mapped",
        ),
        sample="pmap got inconsistent sizes for array axes to be mapped:\narg 0 has shape (8, 128, 128) and "
        "axis 0 is to be mapped\narg 1 has shape (4, 128, 128) and axis 0 is to be mapped",
        near_miss="pmap got inconsistent axis names",
        derive=(("first", "one[0]"), ("second", "other[0]")),
    ),
    FamilyRow(
        id="jax.mapped-rank",
        requirement="requires.rank",
        requires="got >= want",
        sides=(
            expected("want"),
            given("got"),
        ),
        solver=Rank("want", "got"),
        reads=("implies that its rank should be at least {want}, but is only {got}",),
        sample="vmap was requested to map its argument along axis 0, which implies that its rank should be "
        "at least 1, but is only 0",
        near_miss="implies that its rank should be",
    ),
    FamilyRow(
        id="jax.out-of-memory",
        requirement="requires.allocation",
        requires="",
        sides=(asked("tried"),),
        solver=NoNumbers(),
        reads=("Out of memory while trying to allocate {tried:size}",),
        sample="RESOURCE_EXHAUSTED: Out of memory while trying to allocate 34359738368 bytes.",
        near_miss="Out of memory while trying",
    ),
    FamilyRow(
        id="jax.devices",
        requirement="requires.devices",
        requires="want <= have",
        sides=(asked("want"), capacity("have")),
        solver=AtMost("want", "have"),
        reads=(
            "compiling computation that requires {want} logical devices, but only {have} XLA devices are "
            "available",
            "requires {want} replicas, but only {have} XLA devices are available",
        ),
        sample="compiling computation that requires 8 logical devices, but only 1 XLA devices are available "
        "(num_replicas=8, num_partitions=1)",
        near_miss="compiling computation that requires logical devices",
    ),
    FamilyRow(
        id="jax.sharding",
        requirement="requires.divisible",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=("global size of its dimension {dim} should be divisible by {by}, but it is equal to {size}",),
        sample="which implies that the global size of its dimension 0 should be divisible by 4, but it is "
        "equal to 6 (full shape: (6, 2))",
        near_miss="which implies that the global size should be divisible",
    ),
    FamilyRow(
        id="jax.carry",
        requirement="requires.carry",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "body_fun output and input must have identical types",
            "carry input and carry output must have equal types",
            "carry output to have type structure",
            "output and input must have same type structure",
        ),
        sample="scan body function carry input and carry output must have equal types, but they differ:",
        near_miss="scan body function has no carry",
    ),
    FamilyRow(
        id="jax.concatenate",
        requirement="requires.concat",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Concatenate("left", "right", "axis"),
        reads=("concatenating along dimension {axis} for shapes ({*left}), ({*right})",),
        sample="Cannot concatenate arrays with shapes that differ in dimensions other than the one being "
        "concatenated: concatenating along dimension 0 for shapes (2, 3), (2, 4).",
        near_miss="Cannot concatenate arrays with different numbers of dimensions",
    ),
    FamilyRow(
        id="flax.parameter",
        requirement="requires.checkpoint",
        requires="checkpoint == model",
        sides=(checkpoint("checkpoint"), model("model")),
        solver=Same("checkpoint", "model"),
        reads=(
            "Initializer expected to generate shape ({*model}) but got shape ({*checkpoint}) instead for "
            "parameter",
            "Inconsistent shapes between value and initializer for parameter {...} in {...}: "
            "({*checkpoint}), ({*model})",
        ),
        sample="Initializer expected to generate shape (784, 128) but got shape (10, 128) instead for "
        "parameter "
        '"kernel" in "/Dense_0".',
        near_miss="Initializer expected to generate a shape",
    ),
)
