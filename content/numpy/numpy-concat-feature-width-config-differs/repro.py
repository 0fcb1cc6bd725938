# needs: numpy
"""Stack the descriptors of three pictures; in the second one nothing was found."""

import numpy as np

descriptors = [np.zeros((40, 128), np.float32), np.array(None), np.zeros((25, 128), np.float32)]
np.vstack(descriptors)
