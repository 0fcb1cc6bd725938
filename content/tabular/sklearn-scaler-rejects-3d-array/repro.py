# needs: scikit-learn
"""Undo the scaling of a batch of predictions (batch, time, features)."""

import numpy as np
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(0)
scaler = StandardScaler().fit(rng.normal(size=(100, 3)))
predictions = rng.normal(size=(4, 24, 3))
scaler.inverse_transform(predictions)
