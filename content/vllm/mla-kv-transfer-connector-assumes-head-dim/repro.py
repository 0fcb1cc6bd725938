# needs: torch
"""Look at a buffer for MLA latent and indexer key with the shape of the indexer alone, as LMCache does."""

import torch

layers, tokens = 61, 256
raw_data = torch.zeros(layers * tokens * (576 + 132), dtype=torch.uint8)
raw_data.view(torch.uint8).view(torch.Size([1, layers, tokens, 132]))
