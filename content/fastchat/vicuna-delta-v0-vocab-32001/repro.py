# needs: torch, transformers
"""Add a delta with 32001 token rows to a base with 32000, as apply_delta does; random weights, CPU."""

from transformers import LlamaConfig, LlamaForCausalLM


def tiny(rows: int) -> LlamaForCausalLM:
    """A Llama of one layer with `rows` token rows."""
    config = LlamaConfig(
        vocab_size=rows,
        hidden_size=8,
        intermediate_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
    )
    return LlamaForCausalLM(config)


base, delta = tiny(32000), tiny(32001).state_dict()
for name, param in base.state_dict().items():
    param.data += delta[name]
