# needs: torch
"""Feed an RGB batch to a network built for one channel."""

import torch

torch.nn.Conv2d(1, 64, 7)(torch.zeros(4, 3, 262, 262))
