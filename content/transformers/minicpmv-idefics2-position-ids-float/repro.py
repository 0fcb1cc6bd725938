# needs: torch
"""The position ids of Idefics2 and MiniCPM-V for 23 x 45 patches while the default dtype is bfloat16."""

import torch

torch.set_default_dtype(torch.bfloat16)  # left behind by some other code
mask = torch.ones(23, 45, dtype=torch.bool)
rows = mask[:, 0].sum()
columns = mask[0].sum()
by_row = torch.arange(0, 1 - 1e-6, 1 / rows)  # 24 values
by_column = torch.arange(0, 1 - 1e-6, 1 / columns)  # 46 values
ids = (by_row[:, None] * 70 + by_column).flatten().long()
positions = torch.zeros(23 * 45, dtype=torch.long)
positions[mask.view(-1)] = ids
