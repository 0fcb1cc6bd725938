# needs: torch, numpy
"""Gives an agent written for Gym 0.21 what reset() of Gym 0.26 returns: the pair (observation, info)."""

import numpy as np
import torch


def reset() -> tuple[np.ndarray, dict[str, object]]:
    return np.zeros(4, dtype=np.float32), {}


def take_action(state: object) -> int:
    batch = torch.tensor([state], dtype=torch.float)
    return int(batch.sum())


take_action(reset())
