# needs: torch
"""Labels made once for a batch of 16 meet the last batch of an epoch, which has 15 samples."""

import torch

BATCH_SIZE = 16
real = torch.ones(BATCH_SIZE, 1, 64, 64)
for start in range(0, 31, BATCH_SIZE):
    images = torch.rand(31, 1, 64, 64)[start : start + BATCH_SIZE]
    torch.nn.functional.binary_cross_entropy(images, real)
