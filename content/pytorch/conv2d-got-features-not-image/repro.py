# needs: torch
"""Hand a table of features to a convolution."""

import torch

torch.nn.Conv2d(3, 64, 7)(torch.zeros(32, 1024))
