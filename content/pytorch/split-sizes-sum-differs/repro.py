# needs: torch
"""Cut 128 channels into three parts of 128 // 3."""

import torch

channels = 128
torch.zeros(1, channels, 8, 8).split([channels // 3] * 3, dim=1)
