# needs: torch, transformers
"""Feed 80 mel bins to a Whisper encoder made for 128; tiny random weights, runs on the CPU."""

import torch
from transformers import WhisperConfig, WhisperModel

config = WhisperConfig(
    num_mel_bins=128,
    d_model=16,
    encoder_layers=1,
    decoder_layers=1,
    encoder_attention_heads=2,
    decoder_attention_heads=2,
    encoder_ffn_dim=32,
    decoder_ffn_dim=32,
    vocab_size=100,
    pad_token_id=0,
    bos_token_id=1,
    eos_token_id=2,
    decoder_start_token_id=1,
)
WhisperModel(config)(torch.zeros(1, 80, 3000), decoder_input_ids=torch.tensor([[1]]))
