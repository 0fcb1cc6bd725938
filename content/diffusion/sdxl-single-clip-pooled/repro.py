# needs: torch, diffusers
"""Give the label embedding of an SDXL UNet, cut down to one block, the pooled vector of CLIP-L alone; CPU."""

import torch
from diffusers import UNet2DConditionModel

unet = UNet2DConditionModel(
    sample_size=8,
    block_out_channels=(320,),
    layers_per_block=1,
    down_block_types=("CrossAttnDownBlock2D",),
    up_block_types=("CrossAttnUpBlock2D",),
    cross_attention_dim=16,
    attention_head_dim=8,
    addition_embed_type="text_time",
    addition_time_embed_dim=256,
    projection_class_embeddings_input_dim=2816,
)
added = {"text_embeds": torch.zeros(1, 768), "time_ids": torch.zeros(1, 6)}
unet(torch.zeros(1, 4, 8, 8), torch.tensor([1]), torch.zeros(1, 77, 16), added_cond_kwargs=added)
