# needs: torch, transformers
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import DataCollatorWithPadding, PreTrainedTokenizerFast

words = {"[PAD]": 0, "[UNK]": 1, "a": 2, "horse": 3, "red": 4, "car": 5}
core = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
core.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, unk_token="[UNK]", pad_token="[PAD]")
rows = [{"input_ids": [2, 3], "text": "a horse"}, {"input_ids": [2, 4, 5], "text": "a red car"}]
DataCollatorWithPadding(tokenizer)(rows)
