# needs: transformers
"""Hand LLaVA a picture and a prompt without an image placeholder; tiny random weights, runs on the CPU."""

import torch
from transformers import CLIPVisionConfig, LlamaConfig, LlavaConfig, LlavaForConditionalGeneration

IMAGE = 90
config = LlavaConfig(
    text_config=LlamaConfig(
        vocab_size=100,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
    ),
    vision_config=CLIPVisionConfig(
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=16,
        patch_size=4,
    ),
    image_token_index=IMAGE,
)
model = LlavaForConditionalGeneration(config)
pixels = torch.zeros(1, 3, 16, 16)  # 4 x 4 patches: 16 features
prompt = torch.tensor([[1, 2, 3, 4]])  # 90 does not occur
model(input_ids=prompt, pixel_values=pixels)
