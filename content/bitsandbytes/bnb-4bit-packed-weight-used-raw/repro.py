# needs: torch, bitsandbytes
"""Multiply with the weight of a 4-bit layer instead of calling the layer; runs on the CPU."""

import torch
from bitsandbytes.nn import Linear4bit
from torch.nn.functional import linear

layer = Linear4bit(512, 1536, bias=False, compute_dtype=torch.float32, quant_type="nf4").to("cpu")
hidden = torch.zeros(80, 512)
# layer(hidden) would unpack the weight; the weight alone is the buffer of 512 * 1536 / 2 bytes
linear(hidden, layer.weight)
