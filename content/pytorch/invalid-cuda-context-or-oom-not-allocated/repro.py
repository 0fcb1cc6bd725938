# needs: torch
"""Look up a row of a table whose storage was given back, as a memory saver does it."""

import torch

table = torch.nn.Embedding(64, 64)
table.weight.untyped_storage().resize_(0)
table(torch.tensor([1]))
