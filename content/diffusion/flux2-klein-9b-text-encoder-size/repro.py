# needs: torch, diffusers
"""Give FLUX.2 Klein 9B's text projection three layers of Qwen3-4B instead of Qwen3-8B."""

import torch
from diffusers import Flux2Transformer2DModel

torch.set_default_dtype(torch.bfloat16)
model = Flux2Transformer2DModel(
    num_layers=0, num_single_layers=0, num_attention_heads=32, joint_attention_dim=3 * 4096
)
prompt_embeds = torch.zeros(1, 512, 3 * 2560)
model.context_embedder(prompt_embeds)
