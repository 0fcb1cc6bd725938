# needs: torch
"""Give a grey image to a first convolution that was made for RGB."""

import torch
from torch import nn

nn.Conv2d(3, 64, kernel_size=7, stride=2, padding=3)(torch.zeros(16, 1, 28, 28))
