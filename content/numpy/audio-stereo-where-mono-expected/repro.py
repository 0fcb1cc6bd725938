# needs: numpy
"""Copy one window of a stereo recording into a mono buffer."""

import numpy as np

stereo = np.zeros((44100, 2), dtype=np.float32)
window = np.zeros(4410, dtype=np.float32)
window[:] = stereo[:4410]
