# needs: torch
"""Lose the batch axis of a batch of one by squeeze()."""

import torch

feature_map = torch.zeros(1, 256, 8, 8)
gate = torch.zeros(1, 1, 256)
torch.einsum("bchw,bc->bchw", feature_map, gate.squeeze())
