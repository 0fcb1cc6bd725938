"""The last answers about the outside world, one row a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from app.state.clock import Clock
from app.state.database import Database
from app.state.encode import dump, dump_phrase, load, load_phrase
from app.state.model import LiveRow
from app.state.tables import LiveTable
from app.state.upsert import upsert

ANSWER = (
    "value",
    "etag",
    "etag_for",
    "fetched_at",
    "error",
    "next_try",
    "next_viewed",
    "failures",
    "changed_at",
)
"""The columns that a refresh writes; `viewed_at` is written by views alone."""

COLUMNS = tuple(
    col(column)
    for column in (
        LiveTable.key,
        LiveTable.value,
        LiveTable.error,
        LiveTable.failures,
        LiveTable.etag,
        LiveTable.etag_for,
        LiveTable.fetched_at,
        LiveTable.next_try,
        LiveTable.next_viewed,
        LiveTable.viewed_at,
        LiveTable.changed_at,
    )
)
"""Read without objects of the ORM: a start reads tens of thousands of rows."""

BATCH = 50
"""Rows a statement; SQLite takes 32,766 bound values."""


class LiveRows:
    """Reads and writes `live`. Every method raises StateDownError where the store does not answer."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def get(self, key: str) -> LiveRow | None:
        """The row of `key`."""
        with self._database.read() as session:
            row = session.execute(select(*COLUMNS).where(col(LiveTable.key) == key)).first()
            return _row(*row) if row else None

    def changed_since(self, moment: datetime | None) -> tuple[LiveRow, ...]:
        """The rows written at or after `moment` (all of them for None), oldest change first."""
        query = select(*COLUMNS).order_by(col(LiveTable.changed_at))
        if moment is not None:
            query = query.where(col(LiveTable.changed_at) >= moment)
        with self._database.read() as session:
            return tuple(_row(*row) for row in session.execute(query))

    def put(self, rows: Iterable[LiveRow]) -> tuple[LiveRow, ...]:
        """Write answers, all or none; on the disk on return. Returns the rows as written."""
        now = self._clock.now()
        written = tuple(replace(row, changed_at=now) for row in rows)
        with self._database.write() as session:
            for start in range(0, len(written), BATCH):
                values = [_values(row) for row in written[start : start + BATCH]]
                upsert(session, LiveTable, values, ANSWER)
        return written

    def viewed(self, views: Iterable[tuple[str, datetime]]) -> None:
        """Note when each key was last looked at; an unknown key gets a row without an answer."""
        now = self._clock.now()
        values = [_values(LiveRow(key, viewed_at=at, changed_at=now)) for key, at in dict(views).items()]
        with self._database.write() as session:
            for start in range(0, len(values), BATCH):
                upsert(session, LiveTable, values[start : start + BATCH], ("viewed_at", "changed_at"))


def _values(row: LiveRow) -> dict[str, object]:
    return {
        "key": row.key,
        "value": dump(row.value),
        "etag": row.etag,
        "etag_for": row.etag_for,
        "fetched_at": row.fetched_at,
        "error": dump_phrase(row.error),
        "next_try": row.next_try,
        "next_viewed": row.next_viewed,
        "viewed_at": row.viewed_at,
        "failures": row.failures,
        "changed_at": row.changed_at,
    }


def _row(key: str, value: str | None, error: str | None, failures: int, *rest: Any) -> LiveRow:
    """A row from its columns in the order of COLUMNS."""
    etag, etag_for, fetched_at, next_try, next_viewed, viewed_at, changed_at = rest
    return LiveRow(
        key=key,
        value=load(value),
        etag=etag,
        etag_for=etag_for,
        fetched_at=fetched_at,
        error=load_phrase(error),
        next_try=next_try,
        next_viewed=next_viewed,
        viewed_at=viewed_at,
        failures=failures,
        changed_at=changed_at,
    )
