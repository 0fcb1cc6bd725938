# needs: torch
"""One new token with the rotary factors of 1024 positions, added to a cache of 1024: 2048 keys, 1025 values."""

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

heads, cached, width = 28, 1024, 128
cache_keys = cache_values = torch.zeros(1, heads, cached, width)
token = torch.zeros(1, heads, 1, width)
cos = torch.ones(1, 1, cached, width)  # right: the factors of one position, [1, 1, 1, width]

# multiplying makes 1024 rotated copies of the one token; the value is not rotated and stays one
query = token * cos
keys = torch.cat([cache_keys, token * cos], dim=2)
values = torch.cat([cache_values, token], dim=2)
with sdpa_kernel(SDPBackend.MATH):
    scaled_dot_product_attention(query, keys, values)
