# needs: torch
"""Load the classification layer of a COCO detector (80 classes and background) into one for two classes."""

import torch


class MaskRCNN(torch.nn.Module):
    """The box head of a two-stage detector."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.roi_head = torch.nn.Module()
        self.roi_head.bbox_head = torch.nn.Module()
        self.roi_head.bbox_head.fc_cls = torch.nn.Linear(1024, classes + 1)


MaskRCNN(2).load_state_dict(MaskRCNN(80).state_dict())
