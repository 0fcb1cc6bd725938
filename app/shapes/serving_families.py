"""Serving at large: SGLang, text-generation-inference, and limits that every server has."""

from __future__ import annotations

from app.shapes.family import FamilyRow, asked, given, limit
from app.shapes.limits import AtMost, NoNumbers

SERVING: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="sglang.memory",
        requirement="requires.kv-blocks",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Not enough memory. Please try to increase --mem-fraction-static",
            "Please try to increase --mem-fraction-static",
        ),
        sample="Not enough memory. Please try to increase --mem-fraction-static.",
        near_miss="Not enough memory.",
    ),
    FamilyRow(
        id="serving.context",
        requirement="requires.context",
        requires="asked <= most",
        sides=(asked("asked"), limit("most")),
        solver=AtMost("asked", "most"),
        reads=(
            "maximum context length is {most} tokens. However, you requested {asked} tokens",
            "maximum context length is {most} tokens. However, your request has {asked} input tokens",
            "The input ({asked} tokens) is longer than the model's context length ({most} tokens)",
            "sequence length is longer than the specified maximum sequence length for this model ({asked} > "
            "{most})",
            "The decoder prompt (length {asked}) is longer than the maximum model length of {most}",
            "prompt (length {asked}) is longer than the maximum model length of {most}",
            "the request exceeds the available context size. request ({asked} tokens) context ({most} "
            "tokens)",
            "request ({asked} tokens) exceeds the available context size ({most} tokens)",
        ),
        sample="This model's maximum context length is 4096 tokens. However, you requested 4200 tokens "
        "(3700 in the messages, 500 in the completion).",
        near_miss="This model's maximum context length is 4096 tokens.",
    ),
    FamilyRow(
        id="serving.user-length",
        requirement="requires.position-table",
        requires="asked <= most",
        sides=(asked("asked"), limit("most")),
        solver=AtMost("asked", "most"),
        reads=(
            "User-specified max_model_len ({asked}) is greater than the derived max_model_len ({...}={most}",
        ),
        sample="User-specified max_model_len (32768) is greater than the derived max_model_len "
        "(max_position_embeddings=8192 or model_max_length=None in model's config.json).",
        near_miss="User-specified max_model_len (32768) is used",
    ),
    FamilyRow(
        id="tgi.tokens",
        requirement="requires.context",
        requires="inputs + new <= most",
        sides=(given("inputs"), asked("new"), limit("most")),
        solver=AtMost("sum", "most"),
        reads=(
            "'inputs' tokens + 'max_new_tokens' must be <= {most}. Given: {inputs} 'inputs' tokens and {new} "
            "'max_new_tokens'",
        ),
        sample="`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1900 `inputs` tokens and 512 "
        "`max_new_tokens`",
        near_miss="`inputs` tokens + `max_new_tokens` must be <= 2048.",
        derive=(("sum", "inputs + new"),),
    ),
    FamilyRow(
        id="tgi.warmup",
        requirement="requires.warmup",
        requires="",
        sides=(asked("tokens"),),
        solver=NoNumbers(),
        reads=(
            "Not enough memory to handle {tokens} total tokens with {prefill} prefill tokens",
            "Not enough memory to handle {tokens} prefill tokens",
        ),
        sample="Not enough memory to handle 16000 total tokens with 2 prefill tokens. You need to decrease "
        "`--max-batch-total-tokens` or `--max-batch-prefill-tokens`",
        near_miss="Not enough memory",
    ),
)
