# needs: torch
"""Use a batch of colour masks as the target of cross_entropy."""

import torch
from torch.nn.functional import cross_entropy

logits = torch.zeros(2, 4, 8, 8)
colour_masks = torch.zeros(2, 8, 8, 3, dtype=torch.long)
cross_entropy(logits, colour_masks)
