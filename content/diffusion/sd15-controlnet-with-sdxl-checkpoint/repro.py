# needs: torch, diffusers
"""Feed SDXL text conditioning to a small ControlNet of SD1.5 widths; random weights, runs on the CPU."""

import torch
from diffusers import ControlNetModel

controlnet = ControlNetModel(
    block_out_channels=(320,),
    down_block_types=("CrossAttnDownBlock2D",),
    layers_per_block=1,
    cross_attention_dim=768,
    conditioning_embedding_out_channels=(16,),
)
controlnet(
    torch.zeros(2, 4, 8, 8),
    10,
    encoder_hidden_states=torch.zeros(2, 77, 2048),
    controlnet_cond=torch.zeros(2, 3, 8, 8),
)
