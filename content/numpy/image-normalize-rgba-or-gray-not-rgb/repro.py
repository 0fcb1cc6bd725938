# needs: numpy
"""Normalise a PNG with transparency by three means."""

import numpy as np

image = np.zeros((560, 560, 4), dtype=np.float32)
mean = np.array([0.48, 0.46, 0.41], dtype=np.float32)
image -= mean
