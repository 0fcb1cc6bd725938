# needs: torch
"""Load a weight packed by bitsandbytes, one column of bytes, into the plain layer that ComfyUI builds."""

import torch


class Flux(torch.nn.Module):
    """The first layer of Flux: 64 numbers of a patch to 3072."""

    def __init__(self) -> None:
        super().__init__()
        self.img_in = torch.nn.Linear(64, 3072)


packed = {"img_in.weight": torch.zeros(98304, 1, dtype=torch.uint8)}
Flux().load_state_dict(packed, strict=False)
