# needs: torch
"""Load the weights of a layer of width 1024 into the same layer configured with width 768."""

import torch
from torch.nn import TransformerEncoder, TransformerEncoderLayer


def encoder(width: int) -> TransformerEncoder:
    layer = TransformerEncoderLayer(width, nhead=8, dim_feedforward=4 * width)
    return TransformerEncoder(layer, num_layers=1, enable_nested_tensor=False)


large = encoder(1024).state_dict()
model: torch.nn.Module = encoder(768)
model.load_state_dict(large)
