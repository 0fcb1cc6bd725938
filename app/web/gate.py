"""Work off the event loop, bounded: what does not fit is refused at once, not kept waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from app.web.problems import Problem

Result = TypeVar("Result")

QUICK = 16_384
"""Characters up to which a paste is quick work: some milliseconds."""


class Gate:
    """Two lanes of worker threads: one thread for quick work, the others for long pastes and for what waits.

    A second thread for quick work would only hand the interpreter's lock to and fro: two do fewer matches a second
    than one. And a long paste never stands before a short one.
    """

    def __init__(self, workers: int, queue: int) -> None:
        """`workers` threads in all, and `queue` pieces of work that may wait in each lane."""
        self._quick = _Lane(1, queue)
        self._slow = _Lane(workers - 1, queue) if workers > 1 else self._quick

    async def run(self, work: Callable[[], Result], size: int | None = None) -> Result:
        """The result of `work`, run off the event loop; `size` in characters where it is work on a text.

        Raises Problem 503 when every worker of its lane is busy and the queue is full.
        """
        quick = size is not None and size <= QUICK
        return await (self._quick if quick else self._slow).run(work)

    def close(self) -> None:
        """Lets running work end and refuses more."""
        self._quick.close()
        self._slow.close()


class _Lane:
    """Worker threads with a bounded queue."""

    def __init__(self, workers: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="analyse")
        self._room = workers + queue
        self._inside = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        if self._inside >= self._room:
            raise Problem(
                503,
                "Busy",
                "All workers are analysing other pastes; try again in a moment",
                headers={"Retry-After": "2"},
            )
        self._inside += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._inside -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
