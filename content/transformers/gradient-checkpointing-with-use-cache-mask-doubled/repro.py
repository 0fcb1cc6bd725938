# needs: torch, transformers
"""Checkpoint the layers of a tiny Llama with torch's own function while the cache stays on."""

import torch
from torch.utils.checkpoint import checkpoint
from transformers import LlamaConfig, LlamaForCausalLM

config = LlamaConfig(
    vocab_size=100,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    attn_implementation="eager",
)
model = LlamaForCausalLM(config).train()
for layer in model.model.layers:
    layer.forward = lambda hidden, run=layer.forward, **rest: checkpoint(run, hidden, use_reentrant=False, **rest)

tokens = torch.randint(0, 100, (2, 24))
model(input_ids=tokens, labels=tokens, use_cache=True).loss.backward()
