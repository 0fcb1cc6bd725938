# needs: torch
"""Load the head of a COCO YOLO (3 * (5 + 80) channels) into one for a single class (3 * (5 + 1))."""

import torch


class YoloBody(torch.nn.Module):
    """The three output convolutions."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.m = torch.nn.ModuleList(
            torch.nn.Conv2d(width, 3 * (5 + classes), 1) for width in (256, 512, 1024)
        )


class Model(torch.nn.Module):
    """A model with `classes` classes."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.head = YoloBody(classes)


Model(1).load_state_dict(Model(80).state_dict())
