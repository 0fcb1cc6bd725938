"""The background thread of the world tower: tends the state, keeps the view fresh, asks the forges."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta

from app.live.build import open_refresher
from app.live.config import LiveConfig
from app.live.refresh import Refresher
from app.live.view import LiveView
from app.state.clock import Clock
from app.state.errors import StateDownError
from app.state.store import Store

log = logging.getLogger("faultbook.live")

LEASE = "refresh"

EVERYTHING = 10
"""Turns between two looks at every reference."""

STOP_SECONDS = 5.0
"""How long `stop` waits for a request under way."""


class Worker:
    """One thread with its own event loop, so that nothing outside ever delays a page.

    Every process runs one; only the holder of the lease in the state asks forges.
    """

    def __init__(
        self,
        store: Store,
        view: LiveView,
        clock: Clock,
        config: LiveConfig,
        watched: Callable[[], Iterable[str]],
    ) -> None:
        self._store = store
        self._view = view
        self._clock = clock
        self._config = config
        self._watched = watched
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._turn = 0
        self._lease = False
        self._lease_again = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="faultbook-live", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, give the lease back and write what is counted."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        try:
            self._store.leases.give_back(LEASE, self._holder)
        except StateDownError:
            log.info("the lease ends by itself: the state is down")

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        jobs = [asyncio.create_task(self._loop(self._tend))]
        if self._config.enabled:
            jobs.append(asyncio.create_task(self._refreshing()))
        while not self._stop.is_set():
            await asyncio.sleep(0.05)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _tend(self) -> None:
        await asyncio.to_thread(self._store.tend)
        await asyncio.to_thread(self._view.sync)

    async def _refreshing(self) -> None:
        async with open_refresher(self._store, self._view, self._clock, self._config) as refresher:
            await self._loop(lambda: self._refresh(refresher))

    async def _refresh(self, refresher: Refresher) -> None:
        """Every turn what people look at, every few turns everything that is due."""
        if await self._holds_lease():
            watched = await asyncio.to_thread(self._watched)
            await refresher.step(watched, everything=self._turn % EVERYTHING == 0)
        self._turn += 1

    async def _holds_lease(self) -> bool:
        """Whether this process has the lease; the state is asked a few times a lease, not every turn."""
        now = time.monotonic()
        if now >= self._lease_again:
            length = timedelta(seconds=self._config.lease_seconds)
            self._lease = await asyncio.to_thread(self._store.leases.take, LEASE, self._holder, length)
            self._lease_again = now + self._config.lease_seconds / (3 if self._lease else 10)
        return self._lease

    async def _loop(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do `work` every tick; one failed turn is logged and the next one comes."""
        while True:
            try:
                await work()
            except StateDownError:
                log.debug("the state is down; waiting")
            except Exception:
                log.exception("a turn of the background work failed")
            await asyncio.sleep(self._config.tick_seconds)
