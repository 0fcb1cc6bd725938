# needs: pandas
"""Write predictions of windows into the frame that they came from."""

import numpy as np
import pandas as pd

prices = pd.DataFrame({"close": np.arange(447.0)})
predictions = np.zeros(len(prices) - 2)
prices["pred"] = predictions
