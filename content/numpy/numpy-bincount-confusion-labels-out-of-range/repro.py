# needs: numpy
"""Count a confusion matrix of 20 classes over labels of which one is 20."""

import numpy as np

classes = 20
truth = np.array([0, 7, 19, 20])
predicted = np.array([0, 7, 19, 3])
np.bincount(classes * truth + predicted, minlength=classes**2).reshape(classes, classes)
