# needs: torch
"""Put a BatchNorm of 64 features behind a convolution pruned to 57 channels."""

import torch
from torch import nn

net = nn.Sequential(nn.Conv2d(3, 57, 3), nn.BatchNorm2d(64))
net(torch.zeros(2, 3, 8, 8))
