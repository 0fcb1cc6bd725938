# needs: torch, einops
"""Cut the latent of a picture 1384 pixels wide into Flux's patches of 2 x 2."""

import torch
from einops import rearrange

latent = torch.zeros(1, 16, 768 // 8, 1384 // 8)
rearrange(latent, "b c (h ph) (w pw) -> b (h w) (c ph pw)", ph=2, pw=2)
