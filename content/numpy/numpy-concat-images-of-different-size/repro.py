# needs: numpy
"""Put two pictures of different heights side by side."""

import numpy as np

picture = np.zeros((480, 640, 3), np.uint8)
result = np.zeros((512, 512, 3), np.uint8)
np.hstack([picture, result])
