# needs: transformers
"""Let GPT-Neo hold more keys than its causal buffer is wide; tiny random weights, runs on the CPU."""

import torch
from transformers import GPTNeoConfig, GPTNeoForCausalLM

config = GPTNeoConfig(
    vocab_size=50,
    max_position_embeddings=1024,
    hidden_size=8,
    num_layers=1,
    num_heads=2,
    attention_types=[[["global"], 1]],
    bos_token_id=1,
    eos_token_id=1,
)
model = GPTNeoForCausalLM(config).eval()
tokens = 1031  # the context holds 1024
with torch.no_grad():
    # padding on the left lets positions start late: the position table is not what fails
    positions = (torch.arange(tokens) - 16).clamp(min=0)[None]
    model(input_ids=torch.full((1, tokens), 2), position_ids=positions)
