# needs: torch, diffusers
"""Put a UNet's attention processor, which returns one tensor, into the joint blocks of Stable Diffusion 3."""

import torch
from diffusers import SD3Transformer2DModel
from diffusers.models.attention_processor import AttnProcessor2_0

model = SD3Transformer2DModel(
    sample_size=8,
    patch_size=2,
    in_channels=4,
    num_layers=2,
    attention_head_dim=8,
    num_attention_heads=2,
    joint_attention_dim=16,
    caption_projection_dim=16,
    pooled_projection_dim=16,
    out_channels=4,
    pos_embed_max_size=8,
)
model.set_attn_processor(AttnProcessor2_0())
model(torch.zeros(1, 4, 8, 8), torch.zeros(1, 154, 16), torch.zeros(1, 16), torch.ones(1))
