# needs: torch
"""Give Z-Image's caption norm, made for Qwen3-4B, the hidden states of Qwen2.5-VL 7B."""

import torch

caption = torch.nn.Sequential(torch.nn.RMSNorm(2560), torch.nn.Linear(2560, 8))
caption(torch.zeros(1, 7, 3584))
