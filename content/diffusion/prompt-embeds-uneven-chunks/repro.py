# needs: torch
"""Put the embeddings of a negative prompt of three chunks and of a prompt of two into one batch."""

import torch

negative, positive = torch.zeros(1, 3 * 77, 768), torch.zeros(1, 2 * 77, 768)
torch.cat([negative, positive])
