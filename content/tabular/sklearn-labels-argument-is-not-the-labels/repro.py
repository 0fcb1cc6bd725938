# needs: scikit-learn
"""Give train_test_split the name of the target instead of its values."""

import numpy as np
from sklearn.model_selection import train_test_split

train_test_split(np.zeros((1000, 122)), ["target"])
