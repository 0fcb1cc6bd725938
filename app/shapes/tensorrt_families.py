"""TensorRT, TensorRT-LLM and Triton Inference Server."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Rank, Same
from app.shapes.family import FamilyRow, checkpoint, expected, given, left, limit, model, right
from app.shapes.limits import AtMost, NoNumbers

TENSORRT: tuple[FamilyRow, ...] = (
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
        id="trtllm.load",
        requirement="requires.checkpoint",
        requires="checkpoint == model",
        sides=(
            checkpoint("checkpoint"),
            model("model"),
        ),
        solver=Same("checkpoint", "model"),
        reads=("not the same shape as the original. Updated: ({*checkpoint}), original: ({*model})",),
        sample="The value updated is not the same shape as the original. Updated: (6144, 3072), original: "
        "(9216, 3072)",
        near_miss="The value updated is not the same shape as the original.",
    ),
)
