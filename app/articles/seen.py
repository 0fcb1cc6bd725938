"""Digests of bundles that were read before, for those who look at the same tree again and again."""

from __future__ import annotations

import time
from pathlib import Path

from app.articles.files import State, state_of

SETTLED_NS = 2_000_000_000
"""A file that was changed less long ago may be changed once more without another time of change."""


class Seen:
    """Knows a bundle's digest without reading it while the state of its files is the same."""

    def __init__(self) -> None:
        self.read = 0
        """Bundles that had to be read, all times together."""
        self._known: dict[Path, tuple[State, str]] = {}

    def digest(self, folder: Path) -> str | None:
        """The digest of the bundle, None when it must be read."""
        state, digest = self._known.get(folder, (None, ""))
        return digest if state is not None and state == self.state(folder) else None

    def state(self, folder: Path) -> State | None:
        """The state of the bundle's files now; None when they cannot be looked at."""
        try:
            return state_of(folder)
        except OSError:
            return None

    def remember(self, folder: Path, state: State | None, digest: str) -> None:
        """Keeps the digest of what was read after `state` was taken."""
        self.read += 1
        newest = max((changed for _, _, _, changed in state or ()), default=0)
        if state is not None and time.time_ns() - newest > SETTLED_NS:
            self._known[folder] = (state, digest)
        else:
            self._known.pop(folder, None)
