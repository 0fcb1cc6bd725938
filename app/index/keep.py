"""A bounded memory of answers that cannot change, because the index they come from cannot."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Keeps the last `limit` answers of `make`; safe to ask from many threads, which may then make one twice."""

    def __init__(self, make: Callable[[K], V], limit: int) -> None:
        self._make = make
        self._limit = limit
        self._answers: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V:
        """The answer for `key`. Raises what it takes to make it, and does not keep that."""
        if key in self._answers:
            try:
                return self._answers[key]
            except KeyError:  # dropped by another thread in between
                pass
        answer = self._make(key)
        with self._lock:
            while len(self._answers) >= self._limit:
                del self._answers[next(iter(self._answers))]
            self._answers[key] = answer
        return answer
