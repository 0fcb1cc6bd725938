# needs: torch
"""Feed word vectors of width 100 to an LSTM built for 300."""

import torch
from torch import nn

nn.LSTM(input_size=300, hidden_size=8)(torch.zeros(5, 2, 100))
