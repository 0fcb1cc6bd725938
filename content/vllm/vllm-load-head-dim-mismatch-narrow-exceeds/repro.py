# needs: torch
"""Cuts the key projection of a checkpoint with head_dim 128 as if a head had hidden_size / heads = 160 rows."""

import torch

hidden_size, heads, kv_heads, head_dim = 5120, 32, 8, 128
k_proj = torch.zeros(kv_heads * head_dim, hidden_size)
derived = hidden_size // heads
k_proj.narrow(0, 0, kv_heads * derived)
