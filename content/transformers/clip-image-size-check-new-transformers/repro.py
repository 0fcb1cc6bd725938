# needs: transformers
"""Show a 56 x 56 picture to a CLIP vision tower configured for 28 x 28; tiny random weights, CPU."""

import torch
from transformers import CLIPVisionConfig, CLIPVisionModel

config = CLIPVisionConfig(
    hidden_size=16,
    intermediate_size=16,
    projection_dim=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    image_size=28,
    patch_size=14,
)
CLIPVisionModel(config)(pixel_values=torch.zeros(1, 3, 56, 56))
