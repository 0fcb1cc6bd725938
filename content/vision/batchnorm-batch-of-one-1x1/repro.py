# needs: torch
"""Train the image-pooling branch of an ASPP head with a batch of one."""

import torch
from torch import nn

pooling = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 16, 1, bias=False), nn.BatchNorm2d(16))
pooling(torch.zeros(1, 8, 32, 32))
