# needs: torch, transformers
"""Labels of another length than the input ids, in a LLaMA of one small layer."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

config = LlamaConfig(
    vocab_size=128, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2
)
model = LlamaForCausalLM(config)
model(input_ids=torch.ones(1, 103, dtype=torch.long), labels=torch.ones(1, 95, dtype=torch.long))
