# needs: torch
"""Give the first convolution of an inpainting UNet the four channels of an ordinary latent."""

import torch

conv_in = torch.nn.Conv2d(9, 320, 3, padding=1)
conv_in(torch.zeros(1, 4, 64, 64))
