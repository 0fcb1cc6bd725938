# needs: torch
"""Split the fused K and V of two kinds of layers by the width of the first layer, as LMCache 0.5.2's detection does."""

import torch

blocks, heads, page = 8, 1, 32
sliding = torch.zeros(blocks, heads, page, 2 * 256, dtype=torch.uint8)
full = torch.zeros(blocks, heads, page, 2 * 512, dtype=torch.uint8)
fused_dim = sliding.shape[3]
for layer in (sliding, full):
    layer.reshape(*layer.shape[:3], 2, fused_dim // 2)
