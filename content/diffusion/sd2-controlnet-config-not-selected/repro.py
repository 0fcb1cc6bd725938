# needs: torch
"""Load the block of an SD2.x ControlNet (linear proj_in) into one built for SD1.x (1x1 convolution)."""

import torch


class ControlNet(torch.nn.Module):
    """The first attention block's input projection."""

    def __init__(self, proj_in: torch.nn.Module) -> None:
        super().__init__()
        block = torch.nn.Module()
        block.proj_in = proj_in
        empty = torch.nn.Module()
        self.input_blocks = torch.nn.ModuleList([empty, torch.nn.ModuleList([empty, block])])


checkpoint = ControlNet(torch.nn.Linear(320, 320)).state_dict()
ControlNet(torch.nn.Conv2d(320, 320, 1)).load_state_dict(checkpoint)
