# needs: torch
"""Put the vectors of an SD1.x embedding (768) between the token vectors of SD2.x (1024)."""

import torch

tokens, embedding, offset = torch.zeros(77, 1024), torch.zeros(4, 768), 5
torch.cat([tokens[: offset + 1], embedding, tokens[offset + 1 + len(embedding) :]])
