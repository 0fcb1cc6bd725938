# needs: torch
"""Classify one sample with a model that is still in training mode."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 1280), nn.BatchNorm1d(1280), nn.ReLU())


def predict(sample: torch.Tensor) -> torch.Tensor:
    """Returns the scores of one sample; `no_grad` does not change the mode."""
    with torch.no_grad():
        return model(sample)


predict(torch.zeros(1, 4))
