"""TensorFlow and TensorFlow Lite."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Concatenate, Equal, Rank, Same
from app.shapes.family import FamilyRow, actual, asked, checkpoint, expected, given, left, limit, model, right
from app.shapes.limits import AtLeast, Index, NoNumbers
from app.shapes.products import Divides, Inner

TENSORFLOW: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="tensorflow.matmul",
        requirement="requires.matmul",
        requires="left[-1] == right[0]",
        sides=(left("left"), right("right")),
        solver=Inner("left", "right"),
        reads=("Matrix size-incompatible: In[0]: [{*left}], In[1]: [{*right}]",),
        sample="Matrix size-incompatible: In[0]: [4,2048], In[1]: [512,1] [Op:MatMul]",
        near_miss="Matrix size-incompatible: In[0]: unknown",
    ),
    FamilyRow(
        id="tensorflow.broadcast",
        requirement="requires.broadcast",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Broadcast("left", "right"),
        reads=(
            "Incompatible shapes: [{*left}] vs. [{*right}]",
            "Incompatible shapes: [{*left}] vs [{*right}]",
        ),
        sample="Incompatible shapes: [4,20,20,3] vs. [4,19,19,3]",
        near_miss="Incompatible shapes for broadcasting",
    ),
    FamilyRow(
        id="tensorflow.concat",
        requirement="requires.concat",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Concatenate("left", "right", "axis"),
        reads=(
            "Dimensions of inputs should match: shape[0] = [{*left}] vs. shape[{_}] = [{*right}]",
            "Dimension {_} in both shapes must be equal: shape[0] = [{*left}] vs. shape[{_}] = [{*right}]",
        ),
        sample="ConcatOp : Dimensions of inputs should match: shape[0] = [1,360,248,32] vs. shape[1] = "
        "[1,361,248,32]",
        near_miss="ConcatOp : Dimensions of inputs should match",
    ),
    FamilyRow(
        id="tensorflow.reshape-multiple",
        requirement="requires.reshape",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=(
            "Input to reshape is a tensor with {size} values, but the requested shape requires a multiple "
            "of {by}",
        ),
        sample="Input to reshape is a tensor with 32768 values, but the requested shape requires a multiple "
        "of 80",
        near_miss="Input to reshape is a tensor with 32768 values",
    ),
    FamilyRow(
        id="tensorflow.reshape",
        requirement="requires.reshape",
        requires="asked == size",
        sides=(asked("asked"), actual("size")),
        solver=Equal("size", "asked"),
        reads=("Input to reshape is a tensor with {size} values, but the requested shape has {asked}",),
        sample="Input to reshape is a tensor with 768 values, but the requested shape has 3072",
        near_miss="Input to reshape is a tensor with 768 values",
    ),
    FamilyRow(
        id="tensorflow.reshape-graph",
        requirement="requires.reshape",
        requires="have == asked",
        sides=(actual("have"), asked("asked")),
        solver=Equal("have", "asked"),
        reads=("Cannot reshape a tensor with {have} elements to shape [{*shape}] ({asked} elements)",),
        sample="Cannot reshape a tensor with 768 elements to shape [3,32,32] (3072 elements) for 'Reshape'",
        near_miss="Cannot reshape a tensor",
    ),
    FamilyRow(
        id="tensorflow.equal-dimensions",
        requirement="requires.equal-dimensions",
        requires="a == b",
        sides=(left("left"), right("right")),
        solver=Equal("a", "b"),
        reads=(
            "Dimensions must be equal, but are {a} and {b} for {...} with input shapes: [{*left}], "
            "[{*right}]",
            "Dimensions must be equal, but are {a} and {b}",
            "Dimension {dim} in both shapes must be equal, but are {a} and {b}. Shapes are [{*left}] and "
            "[{*right}]",
            "in both shapes must be equal, but are {a} and {b}",
        ),
        sample="Dimensions must be equal, but are 192 and 384 for 'fc2/Add' (op: 'Add') with input shapes: "
        "[32,192], [384]",
        near_miss="Dimensions must be equal",
    ),
    FamilyRow(
        id="tensorflow.shapes",
        requirement="requires.compatible",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Same("left", "right"),
        reads=(
            "Shapes ({*left}) and ({*right}) are incompatible",
            "must have the same shape, received (({*left}) vs ({*right}))",
            "must have the same shape (({*left}) vs ({*right}))",
            "Inputs have incompatible shapes. Received shapes ({*left}) and ({*right})",
        ),
        sample="Shapes (None, 8) and (None, 7) are incompatible",
        near_miss="Shapes are incompatible",
    ),
    FamilyRow(
        id="tensorflow.rank",
        requirement="requires.rank",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Rank("want", "got"),
        reads=(
            "Shape must be rank {want} but is rank {got}",
            "Shape must be at least rank {want} but is rank {got}",
            "Shapes must be equal rank, but are {want} and {got}",
            "Index out of range using input dim {want}; input has only {got} dims",
        ),
        sample="Shape must be rank 4 but is rank 3 for 'conv1/Conv2D' (op: 'Conv2D')",
        near_miss="Shape must be rank 4",
    ),
    FamilyRow(
        id="tensorflow.assign",
        requirement="requires.checkpoint",
        requires="model == checkpoint",
        sides=(checkpoint("checkpoint"), model("model")),
        solver=Same("checkpoint", "model"),
        reads=(
            "Assign requires shapes of both tensors to match. lhs shape= [{*model}] rhs shape= "
            "[{*checkpoint}]",
            "Tensor's shape ({*checkpoint}) is not compatible with supplied shape ({*model})",
            "Received incompatible tensor with shape ({*checkpoint}) when attempting to restore variable "
            "with shape ({*model})",
        ),
        sample="Assign requires shapes of both tensors to match. lhs shape= [13] rhs shape= [150]",
        near_miss="Assign requires shapes of both tensors to match.",
    ),
    FamilyRow(
        id="tensorflow.feed",
        requirement="requires.placeholder",
        requires="value == want",
        sides=(given("value"), expected("want")),
        solver=Same("value", "want"),
        reads=(
            "Cannot feed value of shape ({*value}) for Tensor {...}, which has shape '({*want})'",
            "Cannot feed value of shape ({*value}) for Tensor {...}, which has shape ({*want})",
        ),
        sample="Cannot feed value of shape (50, 1600) for Tensor u'Placeholder:0', which has shape '(50, "
        "57600)'",
        near_miss="Cannot feed value of shape (50, 1600)",
    ),
    FamilyRow(
        id="tensorflow.batch",
        requirement="requires.stack",
        requires="first == other",
        sides=(left("first"), right("other")),
        solver=Same("first", "other"),
        reads=(
            "First element had shape [{*first}] and element {at} had shape [{*other}]",
            "Shapes at index 0 must match: [{*first}] vs. [{*other}]",
        ),
        sample="Cannot batch tensors with different shapes in component 0. First element had shape "
        "[738,1126,3] and element 1 had shape [770,1076,3].",
        near_miss="Cannot batch tensors with different shapes in component 0.",
    ),
    FamilyRow(
        id="tensorflow.labels",
        requirement="requires.labels",
        requires="logits[0] == labels[0]",
        sides=(given("logits"), expected("labels")),
        solver=Equal("rows", "count"),
        reads=(
            "must have the same first dimension, got logits shape [{*logits}] and labels shape [{*labels}]",
            "logits and labels must be broadcastable: logits_size=[{*logits}] labels_size=[{*labels}]",
            "must be the same size: logits_size=[{*logits}] labels_size=[{*labels}]",
        ),
        sample="logits and labels must have the same first dimension, got logits shape [250,10] and labels "
        "shape [2500]",
        near_miss="logits and labels must have the same first dimension",
        derive=(("rows", "logits[0]"), ("count", "labels[0]")),
    ),
    FamilyRow(
        id="tensorflow.indices",
        requirement="requires.index",
        requires="index < size",
        sides=(asked("index"), limit("size")),
        solver=Index("index", "size"),
        reads=("= {index} is not in [0, {size})",),
        sample="indices[0,3] = 30522 is not in [0, 30522)",
        near_miss="indices[0,3] = 30522 is negative",
    ),
    FamilyRow(
        id="tensorflow.conv-channels",
        requirement="requires.channels",
        requires="got % want == 0",
        sides=(given("got"), expected("want")),
        solver=Equal("want", "got"),
        reads=(
            "input depth must be evenly divisible by filter depth: {got} vs {want}",
            "Depth of input ({got}) is not a multiple of input depth of filter ({want})",
            "The number of input channels is not evenly divisible by the number of groups: input channels "
            "{got}, groups {want}",
            "Input channels C is not equal to kernel channels * group. C: {got} kernel channels: {want} "
            "group",
        ),
        sample="input depth must be evenly divisible by filter depth: 1 vs 3",
        near_miss="input depth must be positive",
    ),
    FamilyRow(
        id="tensorflow.negative-dimension",
        requirement="requires.kernel",
        requires="kernel <= size",
        sides=(asked("kernel"), actual("size")),
        solver=AtLeast("size", "kernel"),
        reads=("Negative dimension size caused by subtracting {kernel} from {size} for",),
        sample="Negative dimension size caused by subtracting 3 from 2 for 'conv2d_4/convolution' (op: "
        "'Conv2D')",
        near_miss="Negative dimension size",
    ),
    FamilyRow(
        id="tensorflow.slice-index",
        requirement="requires.index",
        requires="",
        sides=(asked("index"),),
        solver=NoNumbers(),
        reads=("slice index {index} of dimension {dim} out of bounds",),
        sample="slice index 3 of dimension 0 out of bounds.",
        near_miss="slice index 3",
    ),
    FamilyRow(
        id="tensorflow.squeeze",
        requirement="requires.squeeze",
        requires="want == got",
        sides=(
            expected("want"),
            given("got"),
        ),
        solver=Equal("want", "got"),
        reads=("expected a dimension of {want}, got {got}",),
        sample="Can not squeeze dim[1], expected a dimension of 1, got 10",
        near_miss="Can not squeeze dim[1]",
    ),
    FamilyRow(
        id="tensorflow.output-size",
        requirement="requires.kernel",
        requires="",
        sides=(actual("got"),),
        solver=NoNumbers(),
        reads=("Computed output size would be negative: {got}",),
        sample="Computed output size would be negative: -1 [input_size: 1, effective_filter_size: 3, "
        "stride: 1]",
        near_miss="Computed output size",
    ),
    FamilyRow(
        id="tensorflow.out-of-memory",
        requirement="requires.allocation",
        requires="",
        sides=(asked("shape"),),
        solver=NoNumbers(),
        reads=(
            "OOM when allocating tensor with shape[{*shape}]",
            "OOM when allocating tensor of shape [{*shape}]",
        ),
        sample="OOM when allocating tensor with shape[32,1024,1024] and type float on /job:localhost",
        near_miss="OOM when allocating tensor",
    ),
    FamilyRow(
        id="tflite.input",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Equal("got", "want", "dim"),
        reads=(
            "Cannot set tensor: Dimension mismatch. Got {got} but expected {want} for dimension {dim} of "
            "input {at}",
            "Cannot set tensor: Dimension mismatch. Got {got} but expected {want} for input {at}",
        ),
        sample="Cannot set tensor: Dimension mismatch. Got 144 but expected 128 for dimension 1 of input 0.",
        near_miss="Cannot set tensor: Got value of type FLOAT32 but expected type UINT8",
    ),
)
