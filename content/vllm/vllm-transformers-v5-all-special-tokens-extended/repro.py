# needs: transformers
"""Ask a tokenizer of transformers 5 for the attribute that older vLLM reads; no download."""

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast

tokenizer = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(WordLevel({"hello": 0})))
special = tokenizer.all_special_tokens_extended
