# needs: torch
"""Patches of a 512 picture meet the positions that were made for 224."""

import torch

patches = torch.nn.Conv2d(3, 8, kernel_size=16, stride=16)
positions = torch.nn.Parameter(torch.zeros(1, (224 // 16) ** 2, 8))
tokens = patches(torch.zeros(1, 3, 512, 512)).flatten(2).transpose(1, 2)
tokens + positions
