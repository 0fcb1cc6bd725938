"""Inference runtimes: ONNX Runtime, TensorRT, Triton Inference Server, OpenVINO, Paddle, and GGUF loaders."""

from app.shapes.comparisons import Broadcast, Equal, Rank, Same
from app.shapes.family import FamilyRow, actual, asked, checkpoint, expected, given, left, limit, model, right
from app.shapes.limits import AtMost, NoNumbers
from app.shapes.products import Divides, Inner, PowerOfTwo, Product

RUNTIME: tuple[FamilyRow, ...] = (
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
    FamilyRow(
        id="tensorrt.elementwise",
        requirement="requires.broadcast",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b"),
        reads=(
            "dimensions not compatible for elementwise. Condition '==' violated: {a} != {b}",
            "Condition '==' violated: {a} != {b}",
        ),
        sample="Error Code 7: Internal Error (Add_430: dimensions not compatible for elementwise. Condition "
        "'==' violated: 5376 != 4725. Instruction: CHECK_EQUAL 5376 4725.)",
        near_miss="dimensions not compatible for elementwise",
    ),
    FamilyRow(
        id="tensorrt.elementwise-bare",
        requirement="requires.broadcast",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "dimensions not compatible for elementwise",
            "broadcast dimensions must be positive",
            "broadcast dimensions must be conformable",
            "elementwise inputs must have same dimensions or follow broadcast rules",
        ),
        sample="Add_187: dimensions not compatible for elementwise",
        near_miss="dimensions compatible",
    ),
    FamilyRow(
        id="tensorrt.weights",
        requirement="requires.checkpoint",
        requires="got == want",
        sides=(
            checkpoint("got"),
            model("want"),
        ),
        solver=Equal("got", "want"),
        reads=("kernel weights has count {got} but {want} was expected",),
        sample="conv1: kernel weights has count 9408 but 3136 was expected",
        near_miss="kernel weights has count 9408",
    ),
    FamilyRow(
        id="tensorrt.matmul",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "dimensions not compatible for matrix multiplication",
            "mismatching dimensions for matrix multiplication",
        ),
        sample="MatMul_12: dimensions not compatible for matrix multiplication",
        near_miss="dimensions compatible for matrix multiplication",
    ),
    FamilyRow(
        id="tensorrt.static-dimension",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=("Set dimensions are [{*got}]. Expected dimensions are [{*want}]",),
        sample="Static dimension mismatch while setting input shape for input. Set dimensions are "
        "[1,3,256,192]. Expected dimensions are [1,3,384,288]",
        near_miss="Static dimension mismatch while setting input shape",
    ),
    FamilyRow(
        id="tensorrt.static-bare",
        requirement="requires.static-shape",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Static dimension mismatch while setting input shape",
            "condition: engineDims.d[i] == dims.d[i]",
        ),
        sample="Parameter check failed, condition: engineDims.d[i] == dims.d[i]. Static dimension mismatch "
        "while setting input shape.",
        near_miss="Parameter check failed",
    ),
    FamilyRow(
        id="tensorrt.profile",
        requirement="requires.profile",
        requires="low <= got <= high",
        sides=(given("got", "name"), limit("high")),
        solver=AtMost("asked", "most"),
        reads=(
            "Set dimension [{*got}] for tensor {name:word} does not satisfy any optimization profiles. "
            "Valid range for profile 0: [{*low}]..[{*high}]",
        ),
        sample="condition: satisfyProfile. Set dimension [9000] for tensor input_ids does not satisfy any "
        "optimization profiles. Valid range for profile 0: [1]..[8192].",
        near_miss="Set dimension [9000] for tensor input_ids",
        derive=(("asked", "got[-1]"), ("most", "high[-1]")),
    ),
    FamilyRow(
        id="tensorrt.profile-bare",
        requirement="requires.profile",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("does not satisfy any optimization profile", "condition: satisfyProfile"),
        sample="Parameter check failed, condition: satisfyProfile Runtime dimension does not satisfy any "
        "optimization profile.",
        near_miss="no optimization profile has been defined",
    ),
    FamilyRow(
        id="triton-server.input",
        requirement="requires.static-shape",
        requires="want == got",
        sides=(expected("want", "name"), given("got")),
        solver=Same("want", "got"),
        reads=(
            "unexpected shape for input {name:quoted} for model {_:quoted}. Expected [{*want}], got [{*got}]",
            "unexpected shape for output {name:quoted}, model configuration shape is [{*want}], inference "
            "shape is [{*got}]",
        ),
        sample="unexpected shape for input 'input_tensor' for model 'ssd_trt'. Expected [1,-1,-1,3], got "
        "[320,320,3]",
        near_miss="unexpected shape for input 'input_tensor'",
    ),
    FamilyRow(
        id="triton-server.dimensions",
        requirement="requires.rank",
        requires="want == got",
        sides=(model("want"), expected("got")),
        solver=Rank("want", "got"),
        reads=(
            "the model expects {want} dimensions {...}but the model configuration specifies {got} dimensions",
        ),
        sample="model 'net', tensor 'x': the model expects 4 dimensions (shape [1,3,224,224]) but the model "
        "configuration specifies 3 dimensions (shape [3,224,224])",
        near_miss="the model expects 4 dimensions",
    ),
    FamilyRow(
        id="openvino.blob",
        requirement="requires.static-shape",
        requires="",
        sides=(expected("want"),),
        solver=NoNumbers(),
        reads=("because model input (shape={{{*want}}}) and blob (shape=({...})) are incompatible",),
        sample="Can't SetBlob with name: conv2d_36_input, because model input (shape={1,32,32,32}) and blob "
        "(shape=(1.32.32.3)) are incompatible",
        near_miss="Can't SetBlob with name: conv2d_36_input",
    ),
    FamilyRow(
        id="openvino.tensor",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "The input tensor size is not equal to the model input type: got [{*got}] expecting [{*want}]",
            "The input tensor size is not equal to model port shape: got [{*got}] expecting [{*want}]",
        ),
        sample="The input tensor size is not equal to the model input type: got [1,3,640,640] expecting "
        "[1,3,320,320].",
        near_miss="The input tensor size is not equal",
    ),
    FamilyRow(
        id="openvino.eltwise",
        requirement="requires.broadcast",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Eltwise shape infer input shapes dim index: {dim} mismatch",),
        sample="Eltwise shape infer input shapes dim index: 1 mismatch",
        near_miss="Eltwise shape infer input shapes",
    ),
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
    FamilyRow(
        id="einops.divide",
        requirement="requires.divisible",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=("Shape mismatch, can't divide axis of length {size} in chunks of {by}",),
        sample="Shape mismatch, can't divide axis of length 87 in chunks of 2",
        near_miss="Shape mismatch, can't divide the axis",
    ),
    FamilyRow(
        id="einops.mismatch",
        requirement="requires.einops",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b"),
        reads=("Shape mismatch, {a} != {b}",),
        sample="Shape mismatch, 16 != 8",
        near_miss="Shape mismatch, a != b",
    ),
    FamilyRow(
        id="einops.rank",
        requirement="requires.rank",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Rank("want", "got"),
        reads=("Wrong shape: expected {want} dims. Received {got}-dim tensor",),
        sample="Wrong shape: expected 3 dims. Received 2-dim tensor.",
        near_miss="Wrong shape: expected 3 dims.",
    ),
    FamilyRow(
        id="einops.pattern",
        requirement="requires.einops",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Error while processing {kind:word} pattern",),
        sample='Error while processing rearrange-reduction pattern "B N (A T) -> B N A T".',
        near_miss="Error while processing tensors",
    ),
    FamilyRow(
        id="triton.power-of-two",
        requirement="requires.power-of-two",
        requires="",
        sides=(),
        solver=PowerOfTwo("number"),
        reads=(
            "Shape element {_} must be a power of 2",
            "arange's range must be a power of 2",
            "must be a power of two, got {number}",
        ),
        sample="arange's range must be a power of 2",
        near_miss="arange's range must be positive",
    ),
    FamilyRow(
        id="triton.dot",
        requirement="requires.tile",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "must be >= 16!",
            "Input shapes should have M >= 16, N >= 16 and K >= 16",
            "Input shapes should have M >= {_}, N >= {_} and K >= {_}",
        ),
        sample="All non-batch values in both first input shape ([constexpr[8], constexpr[8]]) and second "
        "input shape ([constexpr[8], constexpr[8]]) must be >= 16!",
        near_miss="both values must be >= 8!",
    ),
    FamilyRow(
        id="triton.shared-memory",
        requirement="requires.shared-memory",
        requires="need <= have",
        sides=(asked("need"), limit("have")),
        solver=AtMost("need", "have"),
        reads=("out of resource: shared memory, Required: {need}, Hardware limit: {have}",),
        sample="out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing block "
        "sizes or `num_stages` may help.",
        near_miss="out of resource: threads",
    ),
)

GGUF: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="gguf.tensor",
        requirement="requires.checkpoint",
        requires="model == checkpoint",
        sides=(checkpoint("checkpoint", "name"), model("model", "name")),
        solver=Same("checkpoint", "model", padded=True),
        reads=("tensor {name:quoted} has wrong shape; expected {*model}, got {*checkpoint}",),
        sample="create_tensor: tensor 'token_embd.weight' has wrong shape; expected  4096, 32004, got  "
        "4096, 32000,     1,     1",
        near_miss="create_tensor: tensor 'token_embd.weight' not found",
    ),
    FamilyRow(
        id="gguf.tensor-count",
        requirement="requires.tensors",
        requires="model == checkpoint",
        sides=(checkpoint("checkpoint"), model("model")),
        solver=Equal("checkpoint", "model"),
        reads=("wrong number of tensors; expected {checkpoint}, got {model}",),
        sample="done_getting_tensors: wrong number of tensors; expected 149, got 147",
        near_miss="done_getting_tensors: wrong type of tensors",
    ),
    FamilyRow(
        id="gguf.vocabulary",
        requirement="requires.vocabulary",
        requires="model == tokenizer",
        sides=(model("model"), given("tokenizer")),
        solver=Equal("model", "tokenizer"),
        reads=(
            "Vocab size mismatch (model has {model}, but {...} has {tokenizer})",
            "Vocab size mismatch (model has {model}, but {...} have {tokenizer})",
        ),
        sample="Vocab size mismatch (model has 32000, but chatmusician/tokenizer.model has 32001).",
        near_miss="Vocab size mismatch",
    ),
    FamilyRow(
        id="gguf.vocabulary-bare",
        requirement="requires.vocabulary",
        requires="",
        sides=(model("model"),),
        solver=NoNumbers(),
        reads=("Vocab size mismatch (model has {model}, but",),
        sample="Vocab size mismatch (model has 39424, but tokenizer.model combined with added_tokens.json",
        near_miss="Vocab size matches",
    ),
    FamilyRow(
        id="gguf.projector",
        requirement="requires.projector",
        requires="text == projector",
        sides=(model("text"), given("projector")),
        solver=Equal("text", "projector"),
        reads=(
            "mismatch between text model (n_embd = {text}) and mmproj (n_embd = {projector})",
            "mmproj embedding mismatch ({projector} and {text})",
        ),
        sample="mtmd_init_from_file: error: mismatch between text model (n_embd = 2048) and mmproj (n_embd "
        "= 8192)",
        near_miss="mismatch between text model and mmproj",
    ),
    FamilyRow(
        id="gguf.batch",
        requirement="requires.context",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "GGML_ASSERT(n_tokens_all <= cparams.n_batch)",
            "GGML_ASSERT(n_tokens <= n_batch)",
        ),
        sample="GGML_ASSERT(n_tokens_all <= cparams.n_batch) failed",
        near_miss="GGML_ASSERT(n_tokens_all > 0) failed",
    ),
    FamilyRow(
        id="gguf.matmul",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("GGML_ASSERT(ggml_can_mul_mat(a, b))", "ggml_can_mul_mat"),
        sample="GGML_ASSERT(ggml_can_mul_mat(a, b)) failed",
        near_miss="GGML_ASSERT(!ggml_is_transposed(a)) failed",
    ),
    FamilyRow(
        id="gguf.rows",
        requirement="requires.nonempty",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("GGML_ASSERT(ggml_can_repeat(b, a))", "GGML_ASSERT(ggml_nelements("),
        sample="GGML_ASSERT(ggml_can_repeat(b, a)) failed",
        near_miss="GGML_ASSERT(a->ne[0] == b->ne[0]) failed",
    ),
)
