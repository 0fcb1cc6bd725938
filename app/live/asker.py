"""Asking one host: at most two requests at once, its limits obeyed and written down."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping

from app.live.faults import BadAnswerError, LimitedError, UnreachableError
from app.live.http import Fetcher, Reply
from app.live.limits import after_answer, after_failure, after_limit, blocked_until, limit_of
from app.phrase import Phrase
from app.state.clock import Clock
from app.state.hosts import Hosts
from app.state.model import HostRow

AT_ONCE = 2
"""GitHub recommends serial requests; two keep one slow answer from stopping the rest."""

STORED_LIMIT_TEXT = 2000
"""Bytes of a refusal's body that are searched for the word `rate limit`."""


class Asker:
    """Requests to one host. Raises LimitedError without asking while the host wants to be left alone."""

    def __init__(self, host: str, fetcher: Fetcher, hosts: Hosts, clock: Clock, pause: float) -> None:
        self.host = host
        self._pause = pause
        self._fetcher = fetcher
        self._hosts = hosts
        self._clock = clock
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._row: HostRow | None = None
        self._known = False
        """The state has a row of the host: it was asked."""

    @property
    def row(self) -> HostRow:
        """What is known of the host; read from the state at first use, so a restart forgets nothing."""
        if self._row is None:
            found = next((row for row in self._hosts.all() if row.host == self.host), None)
            self._row, self._known = found or HostRow(self.host), found is not None
        return self._row

    async def get(self, url: str, headers: Mapping[str, str]) -> Reply:
        """GET `url`. Raises ForgeError."""
        return await self._ask(lambda: self._fetcher.get(url, headers))

    async def post(self, url: str, headers: Mapping[str, str], body: Mapping[str, object]) -> Reply:
        """POST JSON to `url`. Raises ForgeError."""
        return await self._ask(lambda: self._fetcher.post(url, headers, body))

    async def _ask(self, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        async with self._slots:
            self._refuse_if_blocked()
            try:
                return self._judge(await ask())
            except (UnreachableError, BadAnswerError) as error:
                self._fail(error.reason)
                raise
            finally:
                await asyncio.sleep(self._pause)

    def _refuse_if_blocked(self) -> None:
        until = blocked_until(self.row, self._clock.now())
        if until is not None:
            limited = self.row.reason is None or self.row.reason.id == "live.limited"
            reason = Phrase("live.limited" if limited else "live.circuit", {"host": self.host})
            raise LimitedError(reason, until)

    def _judge(self, reply: Reply) -> Reply:
        """Note the quota, or raise what a limit or a server error means."""
        now = self._clock.now()
        body = reply.body[:STORED_LIMIT_TEXT].decode("utf-8", "replace")
        until = limit_of(reply.status, reply.headers, body, now, self.row.failures)
        if until is not None:
            reason = Phrase("live.limited", {"host": self.host})
            self._write(after_limit(self.row, until, reason))
            raise LimitedError(reason, until)
        if reply.status >= 500:
            raise UnreachableError(Phrase("live.server_error", {"status": reply.status}))
        if reply.status == 200:
            reply.json()  # a captive portal answers everything with a page: that counts as a failure here
        self._write(after_answer(self.row, reply.headers, now))
        return reply

    def _fail(self, reason: Phrase) -> None:
        jitter = random.random()  # noqa: S311 (spreads retries, guards nothing)
        self._write(after_failure(self.row, reason, self._clock.now(), jitter))

    def _write(self, row: HostRow) -> None:
        if row != self.row or not self._known:
            self._hosts.put(row)
            self._row, self._known = row, True

    def limited(self, reason: Phrase, until_reply: Reply) -> LimitedError:
        """Note a limit that came with status 200 (GraphQL) and return it, to be raised."""
        now = self._clock.now()
        headers = dict(until_reply.headers)
        until = limit_of(429, headers, "", now, self.row.failures) or now
        self._write(after_limit(self.row, until, reason))
        return LimitedError(reason, until)
