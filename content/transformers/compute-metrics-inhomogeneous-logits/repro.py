# needs: numpy
"""Take the argmax of predictions that are logits and hidden states, as in an evaluation loop."""

import numpy as np


def compute_metrics(predictions, labels):
    return {"accuracy": float((np.argmax(predictions, axis=-1) == labels).mean())}


def evaluation_loop():
    logits = np.zeros((923, 7))
    hidden_states = np.zeros((923, 128, 16))
    return compute_metrics((logits, hidden_states), np.zeros(923))


evaluation_loop()
