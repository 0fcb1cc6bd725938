# needs: torch, transformers, peft
"""Load a LoRA trained on a base of width 64 into one of width 48."""

import tempfile

from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM


def base(width: int) -> LlamaForCausalLM:
    """A Llama of one layer."""
    config = LlamaConfig(
        vocab_size=32,
        hidden_size=width,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        num_key_value_heads=4,
    )
    return LlamaForCausalLM(config)


with tempfile.TemporaryDirectory() as folder:
    get_peft_model(base(64), LoraConfig(r=8, target_modules=["q_proj"])).save_pretrained(folder)
    PeftModel.from_pretrained(base(48), folder)
