# needs: torch
"""Run a three-level feature pyramid on a height of 180, which is not a multiple of its stride."""

import torch
from torch import nn
from torch.nn.functional import interpolate

image = torch.zeros(1, 3, 180, 320)
p2 = nn.Conv2d(3, 4, 3, stride=4, padding=1)(image)
p3 = nn.Conv2d(4, 4, 3, stride=2, padding=1)(p2)
torch.cat([interpolate(p3, scale_factor=2), p2], 1)
