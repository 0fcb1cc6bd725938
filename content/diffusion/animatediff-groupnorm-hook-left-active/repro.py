# needs: torch, einops
"""Install AnimateDiff's hook of GroupNorm a second time, on top of itself, as after a lost clean-up."""

import torch
from einops import rearrange


class GroupNorm32(torch.nn.GroupNorm):
    pass


def inject() -> None:
    gn32_original_forward = GroupNorm32.forward

    def groupnorm32_mm_forward(self, x):
        x = rearrange(x, "(b f) c h w -> b c f h w", b=2)
        x = gn32_original_forward(self, x)
        return rearrange(x, "b c f h w -> (b f) c h w", b=2)

    GroupNorm32.forward = groupnorm32_mm_forward


inject()
inject()
GroupNorm32(32, 320)(torch.zeros(2, 320, 8, 8))
