# needs: torch
"""Look up an id of RoBERTa's vocabulary (50265) in a table with the rows of BERT (30522)."""

import torch

word_embeddings = torch.nn.Embedding(30522, 8)
word_embeddings(torch.tensor([[0, 31414, 50264, 2]]))
