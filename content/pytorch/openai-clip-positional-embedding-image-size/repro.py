# needs: torch
"""Add CLIP's table for 224 x 224 pixels to the patches of a picture of 32 x 32, as ViT-B/32 does."""

import torch

patches = torch.nn.Conv2d(3, 768, 32, stride=32, bias=False)(torch.zeros(1, 3, 32, 32))
tokens = torch.cat([torch.zeros(1, 1, 768), patches.flatten(2).transpose(1, 2)], dim=1)
positional_embedding = torch.zeros((224 // 32) ** 2 + 1, 768)
tokens = tokens + positional_embedding
