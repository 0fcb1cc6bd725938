# needs: torch, transformers, peft
import tempfile

from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM


def small(rows):
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=rows, hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=4
        )
    )


with tempfile.TemporaryDirectory() as folder:
    whole = ["embed_tokens", "lm_head"]
    config = LoraConfig(r=4, task_type="CAUSAL_LM", target_modules=["q_proj"], modules_to_save=whole)
    get_peft_model(small(1104), config).save_pretrained(folder, save_embedding_layers=True)
    PeftModel.from_pretrained(small(1100), folder)
