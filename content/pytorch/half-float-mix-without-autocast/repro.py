# needs: torch
"""Multiply half-precision attention scores with values that were left in float32."""

import torch

scores = torch.zeros(1, 4, 4, dtype=torch.float16)
values = torch.zeros(1, 4, 8)
torch.bmm(scores, values)
