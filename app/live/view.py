"""What pages see of references: answers from memory, never from a forge and never from the database."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.live.changes import link_change, make_change
from app.live.config import LiveConfig
from app.live.model import Change, KnownFacts, Reference
from app.live.references import parse_reference
from app.state.clock import Clock
from app.state.errors import StateDownError
from app.state.model import LiveRow
from app.state.store import Store

OVERLAP = timedelta(minutes=2)
"""Rows are read again from this long before the newest change seen: writers' clocks differ."""

MARK_AGAIN = timedelta(seconds=30)
"""A reference looked at again within this time is not marked again."""

MOST_MARKS = 5000
MOST_MADE = 50_000
"""References whose changes are kept ready."""


def change_key(ref: Reference) -> str:
    """The key under which a reference's answer is kept."""
    return f"change:{ref.id}"


@dataclass(frozen=True, slots=True)
class _Made:
    """A change and what it was made of; `key` is empty for a plain link."""

    key: str
    row: LiveRow | None
    known: KnownFacts | None
    change: Change


class LiveView:
    """A copy of the live rows in memory, brought up to date by `sync` in the background."""

    def __init__(self, store: Store, clock: Clock, config: LiveConfig) -> None:
        self._store = store
        self._clock = clock
        self._config = config
        self._rows: dict[str, LiveRow] = {}
        self._wanted: set[str] = set()
        self._made: dict[str, _Made] = {}
        self._revision = 0
        self._newest: datetime | None = None
        self._marks: dict[str, datetime] = {}
        self._lock = threading.Lock()

    def change(self, ref_id: str, known: KnownFacts | None = None, mark: bool = True) -> Change:
        """What is known of a reference, from memory and the article's own facts, at once.

        `mark` notes that somebody looked, which makes a stale answer due first.
        """
        made = self._made.get(ref_id)
        if made is None or made.known != known or (made.key and made.row is not self._rows.get(made.key)):
            made = self._make(ref_id, known)
        if made.key and mark and self._config.enabled:
            self._mark(made.key)
        return made.change

    @property
    def sources(self) -> tuple[str, ...]:
        """The hosts that references are asked at; none where asking is turned off."""
        return self._config.hosts if self._config.enabled else ()

    @property
    def revision(self) -> int:
        """Grows whenever an answer changes: what was made of answers before is then out of date."""
        return self._revision

    def _make(self, ref_id: str, known: KnownFacts | None) -> _Made:
        """The change, kept until its row or the article's facts change."""
        ref = parse_reference(ref_id, self._config)
        if ref is None:
            made = _Made("", None, known, link_change(ref_id, known))
        else:
            key = change_key(ref)
            row = self._rows.get(key)
            made = _Made(key, row, known, make_change(ref, row, known, self._config))
        if len(self._made) >= MOST_MADE:
            self._made.clear()
        self._made[ref_id] = made
        return made

    def rows(self) -> Mapping[str, LiveRow]:
        """Every live row in memory by key."""
        return self._rows

    def wanted(self) -> tuple[str, ...]:
        """The keys that somebody looked at since their last answer."""
        return tuple(self._wanted)

    def put(self, row: LiveRow) -> None:
        """Take in a row that was written, here or by another process."""
        self._rows[row.key] = row
        self._revision += 1
        seen, asked = row.viewed_at, row.fetched_at
        if seen is not None and (asked is None or seen > asked):
            self._wanted.add(row.key)
        else:
            self._wanted.discard(row.key)

    def sync(self) -> None:
        """Write the marks and read what changed. Called in the background; never raises."""
        with self._lock:
            marks, self._marks = self._marks, {}
        try:
            if marks:
                self._store.live.viewed(marks.items())
            since = self._newest - OVERLAP if self._newest else None
            changed = self._store.live.changed_since(since)
        except StateDownError:
            with self._lock:
                self._marks = {**marks, **self._marks}
            return
        for row in changed:
            self.put(row)
        newest = max((row.changed_at for row in changed if row.changed_at), default=None)
        self._newest = max(filter(None, (self._newest, newest)), default=None)

    def _mark(self, key: str) -> None:
        now = self._clock.now()
        row = self._rows.get(key)
        if row and row.viewed_at and timedelta(0) <= now - row.viewed_at < MARK_AGAIN:
            return
        with self._lock:
            if key in self._marks or len(self._marks) < MOST_MARKS:
                self._marks[key] = now
