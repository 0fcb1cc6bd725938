# needs: torch
"""Give a batch of clips [B, T, C, H, W] to a 2-D convolution."""

import torch
from torch import nn

nn.Conv2d(3, 8, 3)(torch.zeros(2, 16, 3, 32, 32))
