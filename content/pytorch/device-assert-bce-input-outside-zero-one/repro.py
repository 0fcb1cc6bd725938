# needs: torch
import torch

logits = torch.tensor([2.5, -1.0, 0.3])
labels = torch.tensor([1.0, 0.0, 1.0])
torch.nn.BCELoss()(logits, labels)
