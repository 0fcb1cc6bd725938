# needs: torch
import torch

logits = torch.tensor([1.0, 2.0, float("nan")])
torch.multinomial(torch.softmax(logits, dim=-1), num_samples=1)
