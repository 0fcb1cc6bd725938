# needs: torch
"""One level of a U-Net with an odd map: halved and doubled, 61 becomes 60."""

import torch
from torch import nn


class Level(nn.Module):
    """One step down, one step up, and the skip connection around them."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.MaxPool2d(2)
        self.up = nn.Upsample(scale_factor=2)

    def forward(self, skip: torch.Tensor) -> torch.Tensor:
        """Returns the skip and the upsampled map side by side."""
        return torch.cat((skip, self.up(self.down(skip))), dim=1)


Level()(torch.zeros(1, 8, 61, 61))
