"""Asking the forges in the background: one reference at a time becomes one row."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from app.live.config import LiveConfig
from app.live.faults import ForgeError, LimitedError
from app.live.forges import Answer, Batch, Forge
from app.live.limits import QUOTA_WITH_TOKEN, QUOTA_WITHOUT_TOKEN, budget
from app.live.model import ChangeState, ChangeStatus, Containment, Reference, ReleaseAnswer
from app.live.references import parse_reference
from app.live.schedule import backoff, due, plan
from app.live.values import dump_change, load_release, load_status
from app.live.view import LiveView, change_key
from app.phrase import Phrase
from app.state.clock import Clock
from app.state.model import HostRow, LiveRow
from app.state.store import Store

log = logging.getLogger("faultbook.live")

AT_ONCE = 4
"""References asked about in one step."""

RESERVE = 5
"""Requests of the quota that are never spent."""

IN = frozenset({ChangeState.MERGED, ChangeState.LANDED})
"""States after which releases are looked for."""


class Refresher:
    """Asks forges and writes rows. Runs in one event loop; nothing of it is called by a page."""

    def __init__(
        self,
        store: Store,
        view: LiveView,
        clock: Clock,
        config: LiveConfig,
        forges: Mapping[str, Forge],
        batches: Mapping[str, Batch] | None = None,
    ) -> None:
        self._store = store
        self._view = view
        self._clock = clock
        self._config = config
        self._forges = forges
        self._batches = batches or {}
        self._texts: tuple[str, ...] = ()
        self._refs: dict[str, Reference] = {}

    async def step(self, watched: Iterable[str], everything: bool = True) -> int:
        """Ask about what is due of the watched references (ids as in articles); returns how many were asked.

        Not `everything`: only of those that somebody looked at, which is quick however many are watched.
        Raises StateDownError: without a place to write answers and limits nothing is asked.
        """
        refs = self._parsed(tuple(watched))
        if not everything:
            refs = {key: refs[key] for key in self._view.wanted() if key in refs}
        if not refs:
            return 0
        chosen = [refs[key] for key in self._choose(refs)]
        known = await self._in_batches(chosen)
        await asyncio.gather(*(self.refresh(ref, known.get(ref.id)) for ref in chosen))
        return len(chosen)

    async def refresh(self, ref: Reference, status: ChangeStatus | None = None) -> LiveRow:
        """Ask about one reference now and write the row. Raises StateDownError, never ForgeError.

        `status` is the forge's answer where a batch brought it already.
        """
        key = change_key(ref)
        old = self._store.live.get(key) or LiveRow(key)
        try:
            row = await self._ask(ref, old, status)
        except ForgeError as error:
            row = self._failed(old, error)
        written = self._store.live.put([row])[0]
        self._view.put(written)
        return written

    def _parsed(self, texts: tuple[str, ...]) -> dict[str, Reference]:
        """The references by key; parsed again only when the articles changed."""
        if texts != self._texts:
            refs = (parse_reference(text, self._config) for text in texts)
            self._refs = {change_key(ref): ref for ref in refs if ref is not None}
            self._texts = texts
        return self._refs

    def _choose(self, refs: Mapping[str, Reference]) -> list[str]:
        hosts = {row.host: row for row in self._store.hosts.all()}
        rows, now = self._view.rows(), self._clock.now()
        chosen: list[str] = []
        for name, forge in self._forges.items():
            mine = [rows.get(key, LiveRow(key)) for key, ref in refs.items() if ref.forge == name]
            host = hosts.get(forge.host, HostRow(forge.host))
            batch = self._batches.get(name)
            many = batch is not None and batch.ready
            assumed = QUOTA_WITH_TOKEN if many else QUOTA_WITHOUT_TOKEN
            most = self._config.batch if many else AT_ONCE
            chosen += due(now, mine, budget(host, now, RESERVE, assumed))[:most]
        return chosen

    async def _in_batches(self, refs: list[Reference]) -> Mapping[str, ChangeStatus]:
        """The states that batches bring; where one fails, its references are asked one by one."""
        known: dict[str, ChangeStatus] = {}
        for name, batch in self._batches.items():
            mine = [ref for ref in refs if ref.forge == name]
            if len(mine) < 2 or not batch.ready:
                continue
            try:
                known.update(await batch.statuses(mine))
            except ForgeError as error:
                log.info("no answer to a batch of %s: %s", name, error.reason.id)
        return known

    async def _ask(self, ref: Reference, old: LiveRow, told: ChangeStatus | None) -> LiveRow:
        forge = self._forges.get(ref.forge)
        if forge is None:
            raise ForgeError(Phrase("live.unknown_forge"))
        answer = Answer(told) if told else await forge.status(ref, old)
        status = answer.status or load_status(old.value or {})
        if answer.status is not None and answer.status.state in {ChangeState.NOT_FOUND, ChangeState.UNKNOWN}:
            return self._refused(old, answer.status)
        before = load_release(old.value or {})
        fresh = replace(old, etag=answer.etag, etag_for=answer.etag_for)
        if status.state not in IN:
            return self._answered(fresh, status, ReleaseAnswer(Containment.UNKNOWN))
        if before.final:
            return self._answered(fresh, status, before)
        try:
            release = await forge.first_release(ref, status, before, _StoreShelf(self._store, self._clock))
        except ForgeError as error:
            kept = self._answered(fresh, status, before)
            return self._failed(kept, error)
        return self._answered(fresh, status, release)

    def _answered(self, row: LiveRow, status: ChangeStatus, release: ReleaseAnswer) -> LiveRow:
        now = self._clock.now()
        state = ChangeState.REVERTED if release.reverted else status.state
        again = plan(state, release.containment, now)
        return replace(
            row,
            value=dump_change(status, release),
            fetched_at=now,
            error=None,
            failures=0,
            next_try=again.next_try,
            next_viewed=again.next_viewed,
        )

    def _refused(self, old: LiveRow, status: ChangeStatus) -> LiveRow:
        """The row after 404, 410 or 451: what was known before stays and the refusal is its error."""
        now = self._clock.now()
        again = plan(status.state, Containment.UNKNOWN, now, times_not_found=old.failures)
        row = replace(
            old, failures=old.failures + 1, next_try=again.next_try, next_viewed=again.next_viewed, etag=None
        )
        if old.value is not None and load_status(old.value).state is not ChangeState.NOT_FOUND:
            return replace(row, error=status.reason)
        value = dump_change(status, ReleaseAnswer(Containment.UNKNOWN))
        return replace(row, value=value, fetched_at=now, error=None)

    def _failed(self, old: LiveRow, error: ForgeError) -> LiveRow:
        now = self._clock.now()
        jitter = random.random()  # noqa: S311 (spreads retries, guards nothing)
        if isinstance(error, LimitedError):
            again = error.until + timedelta(seconds=30 * jitter)
            return replace(old, error=error.reason, next_try=again)
        failures = old.failures + 1
        log.info("no answer about %s: %s", old.key, error.reason.id)
        return replace(old, error=error.reason, failures=failures, next_try=backoff(failures, now, jitter))


class _StoreShelf:
    """Shared answers kept in the state."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def row(self, key: str) -> LiveRow | None:
        return self._store.live.get(key)

    def keep(self, row: LiveRow) -> None:
        self._store.live.put([row])

    def now(self) -> datetime:
        return self._clock.now()
