# needs: transformers
"""Load grouped-query weights into a model whose config lost num_key_value_heads, as PyTorch words it."""

from transformers import LlamaConfig, LlamaForCausalLM


def tiny(kv_heads: int) -> LlamaForCausalLM:
    """A Llama of one layer with eight query heads."""
    config = LlamaConfig(
        vocab_size=32,
        hidden_size=64,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=8,
        num_key_value_heads=kv_heads,
    )
    return LlamaForCausalLM(config)


tiny(8).load_state_dict(tiny(1).state_dict())
