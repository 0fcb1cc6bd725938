# needs: torch, accelerate
"""Put the position table of CLIP-L (768) into a text model built from the default config (512)."""

import torch
from accelerate.utils import set_module_tensor_to_device

built_from_config = torch.nn.Embedding(77, 512)
set_module_tensor_to_device(built_from_config, "weight", "cpu", value=torch.zeros(77, 768))
