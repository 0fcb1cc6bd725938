# needs: transformers
"""Give 678 tokens to a BERT with 512 positions; tiny random weights, runs on the CPU."""

import torch
from transformers import BertConfig, BertModel

config = BertConfig(
    vocab_size=64, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
)
tokens = torch.zeros(1, 678, dtype=torch.long)
BertModel(config)(input_ids=tokens, token_type_ids=tokens)
