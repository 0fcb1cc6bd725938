# needs: torch
"""Compare a one-channel prediction with an RGB mask."""

import torch

torch.nn.BCEWithLogitsLoss()(torch.zeros(1, 1, 256, 256), torch.zeros(1, 3, 256, 256))
