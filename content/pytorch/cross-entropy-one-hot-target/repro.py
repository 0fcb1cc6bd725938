# needs: torch
import torch
import torch.nn.functional as F

logits = torch.randn(4, 6)
target = torch.zeros(4, 1, dtype=torch.long)
F.cross_entropy(logits, target)
