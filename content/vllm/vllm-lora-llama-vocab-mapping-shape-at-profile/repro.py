# needs: torch
"""Add LoRA's logits, padded to 256, to a base model's logits, padded to 64, as bgmv_expand of vLLM 0.9.0 did."""

import torch


def padded(size, to):
    return -(-size // to) * to


vocab, extra = 49159, 256
output_tensor = torch.zeros(1, padded(vocab, 64) + extra)
outputs = torch.zeros(1, padded(vocab + extra, 256))
output_tensor[:, : outputs.shape[1]] += outputs[:1, :]
