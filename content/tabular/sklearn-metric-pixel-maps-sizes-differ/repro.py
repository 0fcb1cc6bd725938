# needs: scikit-learn
"""A score map of one picture against a mask that was read with three channels."""

import numpy as np
from sklearn.metrics import roc_auc_score

scores = np.linspace(0, 1, 256 * 256)
mask = np.zeros((256, 256, 3), dtype=int)
mask[:128] = 1
roc_auc_score(mask.ravel(), scores)
