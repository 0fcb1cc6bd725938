# needs: torch
"""Give the last, smaller batch to an LSTM with the hidden state of a full one."""

import torch
from torch import nn

lstm = nn.LSTM(input_size=4, hidden_size=8, batch_first=True)
state = torch.zeros(1, 64, 8)
lstm(torch.zeros(32, 5, 4), (state, state))
