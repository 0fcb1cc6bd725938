# needs: torch
"""Compute top-5 accuracy of a two-class model."""

import torch

output = torch.zeros(64, 2)
output.topk(5, 1, True, True)
