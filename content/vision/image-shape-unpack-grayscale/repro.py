# needs: numpy
"""Unpack the shape of a grey image into three names."""

import numpy as np

img = np.zeros((480, 640), dtype=np.uint8)
h, w, c = img.shape
