"""NumPy, pandas, scikit-learn, boosted trees and plain Python: arrays and tables on the CPU."""

from app.shapes.comparisons import Broadcast, Equal, Ragged, Rank, Same
from app.shapes.family import FamilyRow, actual, asked, expected, given, left, limit, model, right
from app.shapes.limits import AtLeast, AtMost, Index, NoNumbers
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
            "operands could not be broadcast together with remapped shapes [original->remapped]: ({*_}) and "
            "requested shape ({*_})",
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
        reads=("could not broadcast input array from shape ({*value}) into shape ({*target})",),
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
        reads=("all input arrays must have the same shape",),
        sample="all input arrays must have the same shape",
        near_miss="all input arrays must have the same dtype",
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

PANDAS: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="pandas.length",
        requirement="requires.rows",
        requires="values == index",
        sides=(given("values"), expected("index")),
        solver=Equal("values", "index"),
        reads=(
            "Length of values ({values}) does not match length of index ({index})",
            "Length mismatch: Expected axis has {index} elements, new values have {values} elements",
        ),
        sample="Length of values (418) does not match length of index (891)",
        near_miss="Length of values is not known",
    ),
    FamilyRow(
        id="pandas.length-bare",
        requirement="requires.rows",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Length of values does not match length of index", "All arrays must be of the same length"),
        sample="Length of values does not match length of index",
        near_miss="Length of values (3) does not match length of index (4)",
    ),
    FamilyRow(
        id="pandas.shape",
        requirement="requires.table",
        requires="values == index",
        sides=(given("values"), expected("index")),
        solver=Same("values", "index"),
        reads=("Shape of passed values is ({*values}), indices imply ({*index})",),
        sample="Shape of passed values is (100, 12), indices imply (100, 14)",
        near_miss="Shape of passed values is unknown",
    ),
    FamilyRow(
        id="pandas.columns",
        requirement="requires.columns",
        requires="names == columns",
        sides=(given("names"), actual("columns")),
        solver=Equal("names", "columns"),
        reads=("{names} columns passed, passed data had {columns} columns",),
        sample="3 columns passed, passed data had 4 columns",
        near_miss="3 columns passed",
    ),
)

SKLEARN: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="sklearn.features",
        requirement="requires.fitted-features",
        requires="got == want",
        sides=(given("got"), model("want", "estimator")),
        solver=Equal("got", "want"),
        reads=(
            "X has {got} features, but {estimator:word} is expecting {want} features as input",
            "X has {got} features per sample; expecting {want}",
            "Model n_features is {want} and input n_features is {got}",
            "Number of features {got} does not match previous data {want}",
        ),
        sample="X has 31 features, but StandardScaler is expecting 19 features as input.",
        near_miss="X has 31 features",
    ),
    FamilyRow(
        id="sklearn.samples",
        requirement="requires.samples",
        requires="samples[0] == samples[1]",
        sides=(left("first"), right("second")),
        solver=Equal("first", "second"),
        reads=("Found input variables with inconsistent numbers of samples: [{*samples}]",),
        sample="Found input variables with inconsistent numbers of samples: [4305684, 1435228]",
        near_miss="Found input variables with inconsistent numbers of samples",
        derive=(("first", "samples[0]"), ("second", "samples[1]")),
    ),
    FamilyRow(
        id="sklearn.samples-bare",
        requirement="requires.samples",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Found input variables with inconsistent numbers of samples",),
        sample="Found input variables with inconsistent numbers of samples",
        near_miss="Found input variables",
    ),
    FamilyRow(
        id="sklearn.rank",
        requirement="requires.rank",
        requires="got <= want",
        sides=(given("got"), expected("want", "estimator")),
        solver=Rank("want", "got"),
        reads=("Found array with dim {got}. {estimator:word} expected <= {want}",),
        sample="Found array with dim 3. StandardScaler expected <= 2.",
        near_miss="Found array with dim 3.",
    ),
    FamilyRow(
        id="sklearn.rank-one",
        requirement="requires.rank",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Rank("want", "got"),
        reads=("Expected {want}D array, got {got}D array instead",),
        sample="Expected 2D array, got 1D array instead:",
        near_miss="Expected 2D array",
    ),
    FamilyRow(
        id="sklearn.too-few-samples",
        requirement="requires.minimum",
        requires="got >= want",
        sides=(given("got"), limit("want")),
        solver=AtLeast("got", "want"),
        reads=("Found array with {got} sample(s) (shape=({*shape})) while a minimum of {want} is required",),
        sample="Found array with 0 sample(s) (shape=(0, 12)) while a minimum of 1 is required.",
        near_miss="Found array with 0 sample(s)",
    ),
    FamilyRow(
        id="boosting.features",
        requirement="requires.fitted-features",
        requires="got == want",
        sides=(given("got"), model("want")),
        solver=Equal("got", "want"),
        reads=(
            "learner_model_param->num_feature ({got} vs. {want}) : Number of columns",
            "Feature shape mismatch, expected: {want}, got {got}",
            "The number of features in data ({got}) is not the same as it was in training data ({want})",
        ),
        sample="Check failed: m->NumColumns() == model.learner_model_param->num_feature (1 vs. 128) : "
        "Number of columns in data must equal to trained model.",
        near_miss="Number of columns in data must equal to trained model",
    ),
)
