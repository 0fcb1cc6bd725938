# needs: torch
"""Compute Whisper's spectrogram of the eight samples that are left of a recording."""

import torch

audio = torch.zeros(8)
torch.stft(audio, 400, 160, window=torch.hann_window(400), return_complex=True)
