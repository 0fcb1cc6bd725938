# needs: torch
"""Run a VGG-like head, made for a 7 x 7 feature map, on images that leave 16 x 16."""

import torch
from torch import nn

features = nn.Conv2d(3, 512, kernel_size=32, stride=32)  # stands for the convolutions: 1/32 of the image size
head = nn.Linear(512 * 7 * 7, 64)
images = torch.zeros(2, 3, 512, 512)
head(torch.flatten(features(images), 1))
