# needs: torch
"""Copy a packed FP4 expert weight (two values a byte) into a buffer that was made for BF16."""

import torch

hidden, intermediate = 6144, 64
expert_data = torch.empty(intermediate, hidden, dtype=torch.bfloat16)
packed = torch.zeros(intermediate, hidden // 2, dtype=torch.uint8)
expert_data.copy_(packed)
