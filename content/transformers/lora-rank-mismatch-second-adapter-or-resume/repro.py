# needs: torch, peft
"""Load an adapter of rank 32 into LoRA layers of rank 16."""

from tempfile import TemporaryDirectory

from peft import LoraConfig, get_peft_model
from torch import nn


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.q_proj = nn.Linear(64, 64)


def with_lora(rank: int) -> nn.Module:
    return get_peft_model(Attention(), LoraConfig(r=rank, target_modules=["q_proj"]))


with TemporaryDirectory() as saved:
    with_lora(32).save_pretrained(saved)
    with_lora(16).load_adapter(saved, "default")
