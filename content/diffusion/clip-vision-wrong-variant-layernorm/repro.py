# needs: torch
"""Give Wan's image projection, made for ViT-H, the tokens of ViT-bigG."""

import torch

project = torch.nn.Sequential(torch.nn.LayerNorm(1280), torch.nn.Linear(1280, 8))
project(torch.zeros(1, 257, 1664))
