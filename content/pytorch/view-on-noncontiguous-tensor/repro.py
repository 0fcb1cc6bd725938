# needs: torch
"""Flatten a permuted tensor with view."""

import torch

x = torch.zeros(2, 3, 4).permute(0, 2, 1)
x.view(2, 12)
