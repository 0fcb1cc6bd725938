"""What the program is handed: a frozen bundle, no logic."""

from __future__ import annotations

from dataclasses import dataclass

from app.index.open import IndexDirectory
from app.live.gpus import GpuView
from app.live.view import LiveView
from app.matching.diagnose import Profiles
from app.matching.weights import Weights
from app.state.clock import Clock
from app.state.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """Everything behind the pages, the API and the commands."""

    index: IndexDirectory
    profiles: Profiles
    weights: Weights
    store: Store
    live: LiveView
    gpus: GpuView
    clock: Clock
