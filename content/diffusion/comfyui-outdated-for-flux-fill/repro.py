# needs: torch
"""Load the first layer of Flux Fill into the one of plain Flux, as a ComfyUI older than the model does."""

import torch


class Flux(torch.nn.Module):
    """The first layer of plain Flux: 16 latent channels in patches of 2 x 2."""

    def __init__(self) -> None:
        super().__init__()
        self.img_in = torch.nn.Linear(16 * 4, 3072)


fill = {"img_in.weight": torch.zeros(3072, 96 * 4), "img_in.bias": torch.zeros(3072)}
Flux().load_state_dict(fill, strict=False)
