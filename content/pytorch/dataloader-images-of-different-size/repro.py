# needs: torch
"""Batch two pictures of different size with the default collate function."""

import torch
from torch.utils.data import DataLoader

pictures = [torch.zeros(3, 544, 386), torch.zeros(3, 794, 586)]
next(iter(DataLoader(pictures, batch_size=2)))
