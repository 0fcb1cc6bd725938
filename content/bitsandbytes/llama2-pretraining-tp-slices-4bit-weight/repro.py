# needs: torch, bitsandbytes
"""Slice a 4-bit weight as the Llama code of transformers 4.31 to 4.46 did; runs on the CPU."""

import torch
from bitsandbytes.nn import Linear4bit
from torch.nn.functional import linear

hidden_size, pretraining_tp = 5120, 2  # Llama-2-13B
q_proj = Linear4bit(hidden_size, hidden_size, bias=False, quant_type="nf4").to("cpu")
hidden_states = torch.zeros(6, hidden_size)
# rows of the packed [13107200, 1] buffer, not rows of the 5120 x 5120 matrix
query_slices = q_proj.weight.split(hidden_size // pretraining_tp, dim=0)
linear(hidden_states, query_slices[0])
