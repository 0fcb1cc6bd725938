"""NumPy, and what plain Python says of counts."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Equal, Ragged, Rank
from app.shapes.family import FamilyRow, actual, asked, expected, given, left, limit, right
from app.shapes.limits import AtMost, Index, NoNumbers
from app.shapes.products import Inner, Product

NUMPY: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="numpy.reshape",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(asked("asked"), actual("size")),
        solver=Product("asked", "size"),
        reads=("cannot reshape array of size {size} into shape ({*asked})",),
        sample="cannot reshape array of size 4800 into shape (240,10)",
        near_miss="cannot reshape tensor of size 4800 into shape (240,10)",
    ),
    FamilyRow(
        id="numpy.broadcast",
        requirement="requires.broadcast",
        requires="one[-1] == other[-1]",
        sides=(left("one"), right("other")),
        solver=Broadcast("one", "other"),
        reads=(
            "operands could not be broadcast together with shapes ({*one}) ({*other})",
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "({*_})->({*one}) ({*_})->({*other})",
            "Mismatch is between arg {_} with shape ({*one}) and arg {_} with shape ({*other})",
            "x and y must have same first dimension, but have shapes ({*one}) and ({*other})",
            "Operands could not be broadcast together with shapes ({*one}) ({*other})",
        ),
        sample="operands could not be broadcast together with shapes (512,512) (306,220)",
        near_miss="operands could not be broadcast together with a single shape",
    ),
    FamilyRow(
        id="numpy.assign",
        requirement="requires.assign",
        requires="value == target",
        sides=(given("value"), expected("target")),
        solver=Broadcast("value", "target", into=True),
        reads=(
            "could not broadcast input array from shape ({*value}) into shape ({*target})",
            "value array of shape ({*value}) could not be broadcast to indexing result of shape ({*target})",
            "non-broadcastable output operand with shape ({*target}) doesn't match the broadcast shape "
            "({*value})",
        ),
        sample="could not broadcast input array from shape (513,) into shape (512,)",
        near_miss="could not broadcast input array",
    ),
    FamilyRow(
        id="numpy.dot",
        requirement="requires.matmul",
        requires="inner == rows",
        sides=(left("left"), right("right")),
        solver=Inner("left", "right"),
        reads=("shapes ({*left}) and ({*right}) not aligned: {inner} (dim {_}) != {rows} (dim {_})",),
        sample="shapes (200,784) and (342,1) not aligned: 784 (dim 1) != 342 (dim 0)",
        near_miss="shapes (200,784) and (342,1) not alike",
    ),
    FamilyRow(
        id="numpy.matmul",
        requirement="requires.matmul",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Equal("got", "want"),
        reads=(
            "mismatch in its core dimension {_}, with gufunc signature {...} (size {got} is different from "
            "{want})",
        ),
        sample="matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
        "(n?,k),(k,m?)->(n?,m?) (size 10 is different from 9)",
        near_miss="matmul: Input operand 1 does not have enough dimensions",
    ),
    FamilyRow(
        id="numpy.concatenate",
        requirement="requires.concat",
        requires="one == other",
        sides=(left("one"), right("other")),
        solver=Equal("one", "other", "dim"),
        reads=(
            "must match exactly, but along dimension {dim}, the array at index {_} has size {one} and the "
            "array at index {_} has size {other}",
        ),
        sample="all the input array dimensions except for the concatenation axis must match exactly, but "
        "along dimension 1, the array at index 0 has size 75 and the array at index 1 has size 371",
        near_miss="all the input array dimensions except for the concatenation axis must match exactly",
    ),
    FamilyRow(
        id="numpy.concatenate-bare",
        requirement="requires.concat",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("for the concatenation axis must match exactly",),
        sample="all the input array dimensions except for the concatenation axis must match exactly",
        near_miss="all the input arrays must have same number of dimensions",
    ),
    FamilyRow(
        id="numpy.concatenate-rank",
        requirement="requires.same-rank",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Rank("want", "got"),
        reads=(
            "must have same number of dimensions, but the array at index {_} has {want} dimension(s) and "
            "the array at index {_} has {got} dimension(s)",
        ),
        sample="all the input arrays must have same number of dimensions, but the array at index 0 has 2 "
        "dimension(s) and the array at index 1 has 1 dimension(s)",
        near_miss="all the input arrays must have same number of dimensions",
    ),
    FamilyRow(
        id="numpy.stack",
        requirement="requires.stack",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "all input arrays must have the same shape",
            "All input arrays must have the same shape",
            "arrays must all be same length",
        ),
        sample="all input arrays must have the same shape",
        near_miss="all input arrays must have the same dtype",
    ),
    FamilyRow(
        id="numpy.axis-length",
        requirement="requires.rectangular",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Equal("got", "want"),
        reads=("cannot copy sequence with size {got} to array axis with dimension {want}",),
        sample="cannot copy sequence with size 5 to array axis with dimension 4",
        near_miss="cannot copy sequence",
    ),
    FamilyRow(
        id="numpy.axis-range",
        requirement="requires.axis",
        requires="axis < rank",
        sides=(
            asked("axis"),
            limit("rank"),
        ),
        solver=Index("axis", "rank"),
        reads=("axis {axis} is out of bounds for array of dimension {rank}",),
        sample="axis 1 is out of bounds for array of dimension 1",
        near_miss="axis 1 is out of bounds",
    ),
    FamilyRow(
        id="numpy.empty",
        requirement="requires.nonempty",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "zero-size array to reduction operation",
            "need at least one array to concatenate",
            "need at least one array to stack",
        ),
        sample="zero-size array to reduction operation maximum which has no identity",
        near_miss="zero-size array",
    ),
    FamilyRow(
        id="numpy.not-aligned",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "matrices are not aligned",
            "objects are not aligned",
        ),
        sample="matrices are not aligned",
        near_miss="matrices are aligned",
    ),
    FamilyRow(
        id="numpy.split",
        requirement="requires.divisible",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("array split does not result in an equal division",),
        sample="array split does not result in an equal division",
        near_miss="array split does not result",
    ),
    FamilyRow(
        id="numpy.einsum",
        requirement="requires.einsum",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Equal("got", "want"),
        reads=("for operand {_} ({got}) does not match previous terms ({want})",),
        sample="Size of label 'b' for operand 1 (8) does not match previous terms (7).",
        near_miss="Size of label 'b' for operand 1",
    ),
    FamilyRow(
        id="numpy.ragged",
        requirement="requires.rectangular",
        requires="",
        sides=(actual("agreed"),),
        solver=Ragged("agreed"),
        reads=(
            "inhomogeneous shape after {after} dimensions. The detected shape was ({*agreed}) + "
            "inhomogeneous",
            "setting an array element with a sequence",
        ),
        sample="setting an array element with a sequence. The requested array has an inhomogeneous shape "
        "after 2 dimensions. The detected shape was (640, 2) + inhomogeneous part.",
        near_miss="setting an array element with a string",
    ),
    FamilyRow(
        id="numpy.index",
        requirement="requires.index",
        requires="index < size",
        sides=(asked("index"), limit("size")),
        solver=Index("index", "size", "axis"),
        reads=("index {index} is out of bounds for axis {axis} with size {size}",),
        sample="index 3 is out of bounds for axis 0 with size 3",
        near_miss="index 3 is out of bounds for dimension 0 with size 3",
    ),
    FamilyRow(
        id="numpy.boolean-index",
        requirement="requires.mask",
        requires="mask == size",
        sides=(given("mask"), actual("size")),
        solver=Equal("mask", "size", "dim"),
        reads=(
            "boolean index did not match indexed array along dimension {dim}; dimension is {size} but "
            "corresponding boolean dimension is {mask}",
            "boolean index did not match indexed array along axis {dim}; size of axis is {size} but size of "
            "corresponding boolean axis is {mask}",
            "indexing assignment cannot assign {mask} input values to the {size} output values",
        ),
        sample="boolean index did not match indexed array along dimension 0; dimension is 100 but "
        "corresponding boolean dimension is 90",
        near_miss="boolean index did not match indexed array",
    ),
    FamilyRow(
        id="numpy.too-many-indices",
        requirement="requires.indices",
        requires="indexed <= rank",
        sides=(asked("indexed"), actual("rank")),
        solver=AtMost("indexed", "rank"),
        reads=("too many indices for array: array is {rank}-dimensional, but {indexed} were indexed",),
        sample="too many indices for array: array is 1-dimensional, but 2 were indexed",
        near_miss="too many indices for array",
    ),
    FamilyRow(
        id="numpy.allocate",
        requirement="requires.allocation",
        requires="",
        sides=(asked("shape"),),
        solver=NoNumbers(),
        reads=(
            "Unable to allocate {tried:size} for an array with shape ({*shape}) and data type {kind:word}",
        ),
        sample="Unable to allocate 37.3 GiB for an array with shape (100000, 50000) and data type float64",
        near_miss="Unable to allocate memory",
    ),
    FamilyRow(
        id="python.unpack",
        requirement="requires.unpack",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=("not enough values to unpack (expected {want}, got {got})",),
        sample="not enough values to unpack (expected 3, got 2)",
        near_miss="not enough values to unpack",
        types=("ValueError",),
    ),
    FamilyRow(
        id="python.unpack-many",
        requirement="requires.unpack",
        requires="",
        sides=(expected("want"),),
        solver=NoNumbers(),
        reads=("too many values to unpack (expected {want})",),
        sample="too many values to unpack (expected 2)",
        near_miss="too many values",
    ),
)
