# needs: torch
"""Give BatchNorm1d a (batch, regions, features) tensor whose features are the last axis."""

import torch

torch.nn.BatchNorm1d(2048)(torch.ones(2, 36, 2048))
