# needs: torch
"""Load a projector whose parameters were replaced by placeholders, as ZeRO-3 does."""

import torch


def projector() -> torch.nn.Sequential:
    """The two-layer projector of LLaVA, small."""
    return torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.Linear(32, 32))


partitioned = projector()
for parameter in partitioned.parameters():
    parameter.data = torch.empty(0)
partitioned.load_state_dict(projector().state_dict())
