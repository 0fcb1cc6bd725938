"""GGUF files and the ggml runtimes that load them."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Same
from app.shapes.family import FamilyRow, checkpoint, given, model
from app.shapes.limits import NoNumbers

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
