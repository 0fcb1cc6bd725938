# needs: torch
"""Resume with a frozen layer: the optimizer has two parameters fewer than the one that was saved."""

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2))
saved = torch.optim.Adam(model.parameters()).state_dict()
model[0].requires_grad_(False)
torch.optim.Adam(p for p in model.parameters() if p.requires_grad).load_state_dict(saved)
