# needs: torch
"""Attention with a float32 query and half keys and values, as a LoRA layer left in float32 produces them."""

import torch

query = torch.zeros(1, 8, 16, 64)
key = value = torch.zeros(1, 8, 16, 64, dtype=torch.float16)
torch.nn.functional.scaled_dot_product_attention(query, key, value)
