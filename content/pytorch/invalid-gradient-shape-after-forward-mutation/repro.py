# needs: torch
"""Give a reused input buffer its next batch before the last loss was propagated."""

import torch
from torch import nn

layer = nn.Linear(8, 4)
batch = torch.zeros(2, 8, requires_grad=True)
loss = layer(batch).sum()
batch.data = torch.zeros(2, 6)
loss.backward()
