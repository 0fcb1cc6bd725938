# needs: scikit-learn
"""Scale data that has more columns than the training data had."""

import numpy as np
from sklearn.preprocessing import StandardScaler

scaler = StandardScaler().fit(np.zeros((40, 19)))
scaler.transform(np.zeros((5, 31)))
