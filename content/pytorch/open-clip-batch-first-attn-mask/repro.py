# needs: torch
"""Feed sequence-first CLIP tokens to attention built with batch_first=True, as OpenCLIP 2.26 builds it."""

import torch
from torch import nn

attention = nn.MultiheadAttention(64, 4, batch_first=True)
tokens = torch.zeros(4, 77, 64).permute(1, 0, 2)
attention(tokens, tokens, tokens, attn_mask=torch.zeros(77, 77))
