# needs: torch
"""Squeeze the logits of a last batch that has one sample, then take the softmax over the classes."""

import torch
from torch.nn import functional

logits = torch.zeros(1, 10, 1, 1).squeeze()  # [10]: the batch is gone as well
functional.log_softmax(logits, dim=1)
