# needs: numpy
"""Make one array of sentences of different lengths."""

import numpy as np

sentences = [[101, 2023, 2003, 102], [101, 102], [101, 2748, 102]]
np.array(sentences)
