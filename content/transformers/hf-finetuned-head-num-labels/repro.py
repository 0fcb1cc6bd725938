# needs: transformers
"""Load the state dict of a two-label BERT into one for nine labels."""

from transformers import BertConfig, BertForTokenClassification


def tiny(labels: int) -> BertForTokenClassification:
    """A BERT of one layer with `labels` labels."""
    config = BertConfig(
        vocab_size=32,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=labels,
    )
    return BertForTokenClassification(config)


tiny(9).load_state_dict(tiny(2).state_dict())
