"""Lines that sound like no error, but that a signature knows as one."""

from __future__ import annotations

import pytest

from app.index.open import Index
from app.matching.diagnose import Profiles, diagnose
from app.matching.weights import Weights
from app.reports.parse import parse_text

TARGETS = (
    "only batches of spatial targets supported (3D tensors) but got targets of size: : [32, 512, 512, 3]"
)
TOKENS = (
    "Token indices sequence length is longer than the specified maximum sequence length for this model "
    "(694 > 512). Running this sequence through the model will result in indexing errors."
)
TEMPLATE = "Default chat template is no longer allowed for vicuna-13b-1.5"
KEY = "Traceback (most recent call last):\n  File \"requestor.py\", line 403, in handle\nKeyError: 'error'"
BROADCAST = (
    "void onnxruntime::BroadcastIterator::Append(int64_t, int64_t) axis == 1 || axis == largest was false. "
    "Attempting to broadcast an axis by a dimension other than 1. 17 by 18"
)
"""Nothing in the paste says whether the length was fixed at export: known all the same."""
ROWS = (
    (f"[Bug]: {TEMPLATE}\n{KEY}", TEMPLATE, "vllm-chat-template-missing"),
    (f"The tutorial notebook stops with `{TARGETS}` for me", TARGETS, "segmentation-rgb-mask-target"),
    (f"loading the pipeline\n{TOKENS}\ndone", TOKENS, "bert-input-longer-than-512-positions"),
    (f"the exported model stops\n{BROADCAST}", BROADCAST, "ort-broadcast-traced-constant-length"),
    ("It hangs in `model.generate(input_ids, max_new_tokens=20)` and I see nothing", None, None),
    ("I train on 4 GPUs and it is slow", None, None),
)


@pytest.mark.parametrize(("paste", "message", "slug"), ROWS)
def test_a_line_that_a_signature_knows_is_the_error(
    paste: str, message: str | None, slug: str | None, index: Index, profiles: Profiles, weights: Weights
) -> None:
    diagnosis = diagnose(parse_text(paste), index, profiles, weights)
    assert [match.slug for match in diagnosis.matches[:1]] == ([slug] if slug else [])
    assert (diagnosis.hint is None) == (message is not None)
    if message:
        assert diagnosis.report.errors[0].message == message
