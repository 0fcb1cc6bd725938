# needs: torch
"""Load a state dict taken while the parameters were ZeRO-3 placeholders."""

import torch

trained = torch.nn.Sequential(torch.nn.Linear(2560, 2560))
for parameter in trained.parameters():
    parameter.data = torch.empty(0)
saved = trained.state_dict()
torch.nn.Sequential(torch.nn.Linear(2560, 2560)).load_state_dict(saved)
