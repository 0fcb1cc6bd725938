"""Counters of use, shared by every process: the ground of limits that hold past one machine."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import col

from app.state.clock import Clock
from app.state.database import Database
from app.state.errors import StateDownError
from app.state.tables import CounterTable
from app.state.upsert import insert

KEEP = timedelta(hours=2)
SWEEP_EVERY = timedelta(minutes=5)


class Counters:
    """Counts uses in fixed windows."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._swept: datetime | None = None

    def add(self, bucket: str, window: timedelta, amount: int = 1) -> int:
        """Add to `bucket` in the window that now lies in; returns the use of that window so far.

        Raises StateDownError where the store does not answer: the caller then counts alone.
        """
        start = self._window(window)
        with self._database.write() as session:
            statement = insert(session, CounterTable, [{"bucket": bucket, "window": start, "used": amount}])
            used = col(CounterTable.used)
            changed = statement.on_conflict_do_update(
                index_elements=["bucket", "window"], set_={"used": used + statement.excluded.used}
            ).returning(used)
            return int(session.execute(changed).scalar_one())

    def sweep(self) -> None:
        """Forget windows that are over, at most every five minutes. Never raises."""
        now = self._clock.now()
        if self._swept is not None and timedelta(0) <= now - self._swept < SWEEP_EVERY:
            return
        oldest = int((now - KEEP).timestamp())
        try:
            with self._database.write() as session:
                session.execute(delete(CounterTable).where(col(CounterTable.window) < oldest))
        except StateDownError:
            return
        self._swept = now

    def _window(self, length: timedelta) -> int:
        """Start of the current window, epoch seconds."""
        seconds = max(1, int(length.total_seconds()))
        return int(self._clock.now().timestamp()) // seconds * seconds
