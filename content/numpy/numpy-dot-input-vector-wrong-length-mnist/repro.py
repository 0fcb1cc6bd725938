# needs: numpy
"""Query a network for 28 x 28 pixels with a record that was cut off."""

import numpy as np

hidden = np.zeros((200, 784))
record = "7," + ",".join(["0"] * 342)
pixels = np.array(record.split(",")[1:], dtype=float)
np.dot(hidden, np.array(pixels, ndmin=2).T)
