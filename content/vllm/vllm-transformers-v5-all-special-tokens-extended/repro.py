# needs: transformers
"""Ask a tokenizer of transformers 5 for the attribute that older vLLM reads; no download."""

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast

tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=Tokenizer(WordLevel({"[UNK]": 0, "hello": 1}, unk_token="[UNK]")), unk_token="[UNK]"
)
print(tokenizer.all_special_tokens_extended)
