# needs: torch
"""Beam search that repeats the tokens and forgets the encoder's states, as Whisper's decode does for a batch."""

import torch
from torch.nn.functional import scaled_dot_product_attention

BATCH, BEAMS, HEADS, WIDTH = 2, 5, 4, 8


def beam_search(states: torch.Tensor) -> torch.Tensor:
    queries = torch.zeros(BATCH, HEADS, 1, WIDTH).repeat_interleave(BEAMS, dim=0)
    return scaled_dot_product_attention(queries, states, states)


beam_search(torch.zeros(BATCH, HEADS, 1500, WIDTH))
