# needs: torch
"""Give a height x width x channels batch to a convolution."""

import torch

torch.nn.Conv2d(3, 64, 3, padding=1)(torch.zeros(1, 512, 512, 3))
