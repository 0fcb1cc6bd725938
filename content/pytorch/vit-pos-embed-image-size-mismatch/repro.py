# needs: torch
"""Load position embeddings made for 256 x 256 images into a model for 224 x 224."""

import torch
from torch import nn


class VisionTransformer(nn.Module):
    def __init__(self, image_size: int) -> None:
        super().__init__()
        patches = (image_size // 16) ** 2
        self.pos_embed = nn.Parameter(torch.zeros(1, patches + 1, 384))


VisionTransformer(224).load_state_dict(VisionTransformer(256).state_dict(), strict=False)
