# needs: torch
"""Mask the scores of a sequence of 512 with a mask that was made from one of 1024."""

import torch

PAD = 0
tokens = torch.ones(2, 1024, dtype=torch.long)
mask = (tokens != PAD).unsqueeze(1).unsqueeze(2)
energy = torch.zeros(2, 8, 512, 512)
energy = energy.masked_fill(mask == 0, -1e10)
