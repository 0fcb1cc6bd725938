# needs: torch
"""Load a plus adapter made for ViT-H into a projection built for bigG embeddings."""

import torch


class Resampler(torch.nn.Module):
    """The input of an IP-Adapter plus projection."""

    def __init__(self, dim: int, embedding_dim: int) -> None:
        super().__init__()
        self.proj_in = torch.nn.Linear(embedding_dim, dim, bias=False)


adapter = Resampler(1280, 1280).state_dict()
Resampler(1280, 1664).load_state_dict(adapter)
