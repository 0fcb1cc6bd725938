"""TensorFlow, Keras (old and new wording), TensorFlow Lite, and the older frameworks beside them."""

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

KERAS: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="keras.input-shape",
        requirement="requires.static-shape",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Same("want", "got"),
        reads=(
            "expected shape=({*want}), found shape=({*got})",
            "expected shape=({*want}), found shape=[{*got}]",
            "Model was constructed with shape ({*want}) for input {...} but it was called on an input with "
            "incompatible shape ({*got})",
        ),
        sample='Input 0 of layer "model_2" is incompatible with the layer: expected shape=(None, 299, 299, '
        "3), found "
        "shape=(None, 229, 229, 3)",
        near_miss='Input 0 of layer "model_2" is incompatible with the layer: expected ndim=3, found ndim=2',
    ),
    FamilyRow(
        id="keras.input-rank",
        requirement="requires.rank",
        requires="want == got",
        sides=(expected("want"), given("full")),
        solver=Rank("want", "got"),
        reads=(
            "expected ndim={want}, found ndim={got}. Full shape received: ({*full})",
            "expected ndim={want}, found ndim={got}. Full shape received: [{*full}]",
            "expected ndim={want}, found ndim={got}",
            "expected min_ndim={want}, found ndim={got}. Full shape received: ({*full})",
            "expected min_ndim={want}, found ndim={got}",
        ),
        sample="Input 0 of layer sequential is incompatible with the layer: expected ndim=3, found ndim=2. "
        "Full shape received: (57, 1)",
        near_miss="Input 0 of layer sequential is incompatible with the layer: expected dtype=float32",
    ),
    FamilyRow(
        id="keras.input-axis",
        requirement="requires.features",
        requires="want == got[-1]",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "last"),
        reads=(
            "expected axis -1 of input shape to have value {want}, but received input with shape ({*got})",
            "expected axis -1 of input shape to have value {want} but received input with shape ({*got})",
            "expected axis -1 of input shape to have value {want} but received input with shape [{*got}]",
        ),
        sample="Input 0 of layer dense is incompatible with the layer: expected axis -1 of input shape to "
        "have value 784 but received input with shape (None, 28)",
        near_miss="expected axis -1 of input shape to have a value",
        derive=(("last", "got[-1]"),),
    ),
    FamilyRow(
        id="keras.input-count",
        requirement="requires.inputs",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=(
            "expects {want} input(s), but it received {got} input tensors",
            "expects {want} inputs, but it received {got} input tensors",
            "the list of Numpy arrays that you are passing to your model is not the size the model "
            "expected. Expected to see {want} array(s), but instead got the following list of {got} arrays",
        ),
        sample="Layer model expects 1 input(s), but it received 2 input tensors. Inputs received: "
        "[<tf.Tensor 'IteratorGetNext:0' shape=(None, None) dtype=float32>]",
        near_miss="Layer model expects 1 input(s)",
    ),
    FamilyRow(
        id="keras.checked-shape",
        requirement="requires.static-shape",
        requires="want == got",
        sides=(expected("want", "name"), given("got")),
        solver=Same("want", "got"),
        reads=("expected {name:word} to have shape ({*want}) but got array with shape ({*got})",),
        sample="Error when checking target: expected dense_3 to have shape (10,) but got array with shape "
        "(1,)",
        near_miss="Error when checking target: expected dense_3 to have 2 dimensions",
    ),
    FamilyRow(
        id="keras.checked-rank",
        requirement="requires.rank",
        requires="want == len(got)",
        sides=(expected("want", "name"), given("got")),
        solver=Rank("want", "got"),
        reads=("expected {name:word} to have {want} dimensions, but got array with shape ({*got})",),
        sample="Error when checking input: expected conv2d_1_input to have 4 dimensions, but got array with "
        "shape (60000, 28, 28)",
        near_miss="expected conv2d_1_input to have shape (28, 28, 1)",
    ),
    FamilyRow(
        id="keras.target",
        requirement="requires.target",
        requires="target == output",
        sides=(
            expected("target"),
            given("output"),
        ),
        solver=Same("target", "output"),
        reads=(
            "Received: target.shape=({*target}), output.shape=({*output})",
            "A target array with shape ({*target}) was passed for an output of shape ({*output})",
        ),
        sample="Arguments `target` and `output` must have the same shape. Received: target.shape=(32, 10), "
        "output.shape=(32, 1)",
        near_miss="Arguments `target` and `output` must have the same dtype",
    ),
    FamilyRow(
        id="keras.target-bare",
        requirement="requires.target",
        requires="",
        sides=(given("target"),),
        solver=NoNumbers(),
        reads=("You are passing a target array of shape ({*target}) while using as loss",),
        sample="You are passing a target array of shape (60000, 1) while using as loss "
        "`categorical_crossentropy`.",
        near_miss="You are passing a target array of shape",
    ),
    FamilyRow(
        id="keras.reshape",
        requirement="requires.reshape",
        requires="prod(source) == prod(asked)",
        sides=(
            actual("source"),
            asked("asked"),
        ),
        solver=Equal("size", "wanted"),
        reads=(
            "total size of new array must be unchanged, input_shape = [{*source}], output_shape = [{*asked}]",
        ),
        sample="total size of new array must be unchanged, input_shape = [784], output_shape = [28, 27]",
        near_miss="total size of new array must be unchanged",
        derive=(
            ("size", "prod(source)"),
            ("wanted", "prod(asked)"),
        ),
    ),
    FamilyRow(
        id="keras.weights",
        requirement="requires.checkpoint",
        requires="model == checkpoint",
        sides=(checkpoint("checkpoint"), model("model")),
        solver=Same("checkpoint", "model"),
        reads=(
            "Layer shape ({*model}) not compatible with weight shape ({*checkpoint})",
            "Layer weight shape ({*model}) not compatible with provided weight shape ({*checkpoint})",
            "The variable shape ({*model}), and the assigned value shape ({*checkpoint}) are incompatible",
            "Shape mismatch.The variable shape ({*model}), and the assigned value shape ({*checkpoint}) are "
            "incompatible",
            "weight expects shape ({*model}). Received saved weight with shape ({*checkpoint})",
        ),
        sample="Layer shape (1024, 4) not compatible with weight shape (1024, 5).",
        near_miss="Layer shape (1024, 4) not known",
    ),
    FamilyRow(
        id="keras.weight-layers",
        requirement="requires.layers",
        requires="checkpoint == model",
        sides=(checkpoint("checkpoint"), model("model")),
        solver=Equal("checkpoint", "model"),
        reads=(
            "load a weight file containing {checkpoint} layers into a model with {model} layers",
            "Layer count mismatch when loading weights from file. Model expected {model} layers, found "
            "{checkpoint} saved layers",
        ),
        sample="You are trying to load a weight file containing 16 layers into a model with 1 layers.",
        near_miss="You are trying to load a weight file",
    ),
    FamilyRow(
        id="keras.concatenate",
        requirement="requires.concat",
        requires="left == right",
        sides=(left("left"), right("right")),
        solver=Concatenate("left", "right", "axis"),
        reads=(
            "requires inputs with matching shapes except for the concatenation axis. Received: input_shape="
            "[({*left}), ({*right})",
            "requires inputs with matching shapes except for the concat axis. Got inputs shapes: "
            "[({*left}), ({*right})",
        ),
        sample="A `Concatenate` layer requires inputs with matching shapes except for the concatenation "
        "axis. Received: input_shape=[(None, 16, 16, 256), (None, 15, 15, 128)]",
        near_miss="A `Concatenate` layer requires inputs",
    ),
    FamilyRow(
        id="keras.cardinality",
        requirement="requires.samples",
        requires="x == y",
        sides=(given("x"), expected("y")),
        solver=Equal("x", "y"),
        reads=(
            "Found {x} input samples and {y} target samples",
            "x sizes: {x}\ny sizes: {y}",
            "'x' sizes: {x} 'y' sizes: {y}",
            "Data cardinality is ambiguous",
        ),
        sample="Data cardinality is ambiguous:\n  x sizes: 3200\n  y sizes: 320\nMake sure all arrays "
        "contain the same number of samples.",
        near_miss="Data cardinality is known",
    ),
)

OLDER: tuple[FamilyRow, ...] = (
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
