# needs: torch
"""Select the tokens of a 32 x 24 grid with the mask of a 32 x 32 one."""

import torch

tokens = torch.zeros(32 * 24, 3072)
mask = torch.ones(32 * 32, dtype=torch.bool)
tokens[mask]
