"""Pages drawn a moment ago: a crowd on one page costs one drawing every few seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

SECONDS = 2.0
"""What is live may be so much older on a kept page: less than the second its age is rounded to matters."""
MOST = 512
"""Pages kept; at some 25 kB each."""


class KeptPages:
    """Bytes by key, for `SECONDS`; safe to share between threads."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._pages: OrderedDict[Hashable, tuple[float, bytes]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        """The page, None when it was never drawn or too long ago."""
        with self._lock:
            held = self._pages.get(key)
        if held is None or self._now() - held[0] > SECONDS:
            return None
        return held[1]

    def put(self, key: Hashable, page: bytes) -> None:
        """Keeps a page, and drops the one that was drawn first when there are too many."""
        with self._lock:
            self._pages[key] = (self._now(), page)
            self._pages.move_to_end(key)
            if len(self._pages) > MOST:
                self._pages.popitem(last=False)
