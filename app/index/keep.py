"""A bounded memory of answers that cannot change, because the index they come from cannot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import islice
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


class KeptMany(Generic[K, V]):
    """The same for questions that come by the dozen: those that are not kept are made at once."""

    def __init__(self, make: Callable[[list[K]], Mapping[K, V]], absent: V, limit: int) -> None:
        """`make` answers what it can of a list of keys; the answer to the others is `absent`."""
        self._make = make
        self._absent = absent
        self._limit = limit
        self._answers: dict[K, V] = {}
        self._lock = Lock()

    def get(self, keys: Iterable[K]) -> dict[K, V]:
        """The answer for each key. Raises what it takes to make them, and does not keep that."""
        kept = self._answers
        found = {key: kept.get(key) for key in keys}
        missing = [key for key, answer in found.items() if answer is None]
        if missing:
            made = self._make(missing)
            answers = {key: made.get(key, self._absent) for key in missing}
            found.update(answers)
            with self._lock:
                if len(kept) + len(answers) > self._limit:
                    for old in list(islice(kept, self._limit // 2)):
                        del kept[old]
                kept.update(islice(answers.items(), self._limit // 2))
        return found  # type: ignore[return-value]  # every None was answered
