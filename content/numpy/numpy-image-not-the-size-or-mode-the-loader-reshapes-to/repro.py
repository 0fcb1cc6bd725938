# needs: numpy
"""Reshape the pixels of an RGB picture as if it were grey."""

import numpy as np

picture = np.zeros((500, 413, 3), np.uint8)
picture.reshape(500, 413, 1)
