"""Keras, old and new wording."""

from __future__ import annotations

from app.shapes.comparisons import Concatenate, Equal, Rank, Same
from app.shapes.family import FamilyRow, actual, asked, checkpoint, expected, given, left, model, right
from app.shapes.limits import NoNumbers

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
