# needs: numpy
"""Make one object array of two channels-first pictures, one upright and one lying."""

import numpy as np

upright = np.zeros((3, 384, 256), np.float32)
lying = np.zeros((3, 256, 384), np.float32)
np.array([upright, lying], dtype=object)
