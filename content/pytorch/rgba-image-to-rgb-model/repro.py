# needs: torch
"""Give a four-channel image to a convolution that was made for RGB."""

import torch
from torch import nn

image = torch.zeros(1, 4, 345, 514)
nn.Conv2d(3, 16, kernel_size=3, padding=1)(image)
