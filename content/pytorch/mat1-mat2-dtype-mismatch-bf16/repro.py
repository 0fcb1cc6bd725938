# needs: torch
"""Feed a float32 activation to a layer whose weights are bfloat16."""

import torch

layer = torch.nn.Linear(64, 128).to(torch.bfloat16)
layer(torch.zeros(1, 64))
