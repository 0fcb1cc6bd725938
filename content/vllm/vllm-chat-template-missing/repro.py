# needs: transformers
"""Ask a tokenizer without a chat template for a chat prompt; a three-word vocabulary made here."""

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast

words = Tokenizer(WordLevel({"[UNK]": 0, "hello": 1, "world": 2}))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words)
tokenizer.apply_chat_template([{"role": "user", "content": "hello world"}])
