# needs: transformers
"""Let a generated answer contain the image placeholder once more; tiny random weights, runs on the CPU."""

import torch
from transformers import Qwen2VLConfig, Qwen2VLForConditionalGeneration

IMAGE = 90
config = Qwen2VLConfig(
    text_config={
        "vocab_size": 100,
        "hidden_size": 16,
        "intermediate_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "num_key_value_heads": 2,
        "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [1, 1, 2]},
    },
    vision_config={
        "depth": 1,
        "embed_dim": 16,
        "hidden_size": 16,
        "num_heads": 2,
        "mlp_ratio": 2,
        "patch_size": 2,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "in_channels": 3,
    },
    image_token_id=IMAGE,
    video_token_id=91,
    vision_start_token_id=92,
    vision_end_token_id=93,
)
model = Qwen2VLForConditionalGeneration(config)
grid = torch.tensor([[1, 16, 16]])  # 256 patches, merged 2 x 2: 64 features
pixels = torch.zeros(256, 3 * 2 * 2 * 2)
prompt = torch.tensor([[1, 92] + [IMAGE] * 64 + [93, 2, 3]])
answer = torch.tensor([[4, IMAGE, 5]])  # the model sampled the placeholder itself
ids = torch.cat([prompt, answer], dim=1)
length = ids.shape[1]
model(
    input_ids=ids,
    attention_mask=torch.ones_like(ids),
    position_ids=torch.arange(length).expand(3, 1, length),
    pixel_values=pixels,
    image_grid_thw=grid,
)
