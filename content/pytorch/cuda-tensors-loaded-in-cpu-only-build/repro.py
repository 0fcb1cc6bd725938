# needs: torch
import torch


@torch.jit.script
def ones_on_gpu() -> torch.Tensor:
    return torch.ones(2, device="cuda")


ones_on_gpu()
