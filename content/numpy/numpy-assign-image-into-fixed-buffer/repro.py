# needs: numpy
"""Write a line of text, 41 pixels high, into a batch for images of 32 x 280."""

import numpy as np

batch = np.zeros((16, 32, 280, 1), np.float32)
image = np.zeros((41, 299), np.float32)
batch[0] = np.expand_dims(image, axis=2)
