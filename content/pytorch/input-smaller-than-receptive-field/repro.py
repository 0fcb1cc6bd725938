# needs: torch
"""Put a 32 x 32 picture through a discriminator of 4 x 4 kernels made for larger ones."""

import torch
from torch import nn

stages = [nn.Conv2d(3, 3, 4, stride=2, padding=1) for _ in range(5)]
discriminator = nn.Sequential(*stages, nn.Conv2d(3, 1, 4, padding=1))
discriminator(torch.zeros(1, 3, 32, 32))
