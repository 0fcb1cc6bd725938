# needs: torch
"""Use one letter for a width of 128 in the input and of 256 in the weight."""

import torch

torch.einsum("bf,fo->bo", torch.zeros(4, 128), torch.zeros(256, 8))
