# needs: torch
"""Give an inpainting network for image + mask (3 + 1) a mask that was opened as RGB."""

import torch

first = torch.nn.Conv2d(4, 64, kernel_size=7)
image, mask = torch.zeros(1, 3, 128, 128), torch.zeros(1, 3, 128, 128)
first(torch.cat([image, mask], dim=1))
