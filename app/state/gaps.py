"""What people had, whether an article covers it or none, counted in memory and written every few seconds."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Case, ColumnElement, case, func
from sqlmodel import Session, col, select

from app.state.clock import Clock
from app.state.database import Database
from app.state.encode import storable
from app.state.errors import StateDownError
from app.state.model import Gap
from app.state.tables import GapTable
from app.state.upsert import insert

MOST_WAITING = 10_000
"""Distinct gaps kept in memory while the store is down; more are dropped, the counts of those kept go on."""

LONGEST_LABEL = 500
"""Characters of a label that are kept."""

BATCH = 50

UNCOVERED = ("error", "search")
"""The kinds that are gaps: `met` counts the answers."""


class Gaps:
    """Counts gaps. `count` never touches the database and never raises."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._waiting: dict[tuple[str, str], Gap] = {}
        self._lock = threading.Lock()

    def count(self, kind: str, gap_id: str, label: str) -> None:
        """Count one more; `label` must be masked and redacted by the caller."""
        now = self._clock.now()
        key = (kind, storable(gap_id[:LONGEST_LABEL]))
        with self._lock:
            old = self._waiting.get(key)
            if old is not None:
                self._waiting[key] = replace(old, count=old.count + 1, last_seen=now)
            elif len(self._waiting) < MOST_WAITING:
                self._waiting[key] = Gap(kind, key[1], storable(label[:LONGEST_LABEL]), 1, now, now)

    def flush(self) -> int:
        """Write what was counted; returns how many gaps were written, 0 while the store is down."""
        with self._lock:
            batch, self._waiting = self._waiting, {}
        if not batch:
            return 0
        try:
            with self._database.write() as session:
                self._add(session, sorted(batch.values(), key=lambda gap: (gap.kind, gap.id)))
        except StateDownError:
            self._put_back(batch)
            return 0
        return len(batch)

    def top(self, kind: str | None = None, limit: int = 100) -> tuple[Gap, ...]:
        """The most frequent of a kind, else of what no article covers, first. Raises StateDownError."""
        kinds = UNCOVERED if kind is None else (kind,)
        query = select(GapTable).where(col(GapTable.kind).in_(kinds))
        query = query.order_by(col(GapTable.count).desc(), col(GapTable.id)).limit(limit)
        with self._database.read() as session:
            return tuple(
                Gap(row.kind, row.id, row.label, row.count, row.first_seen, row.last_seen)
                for row in session.exec(query)
            )

    def total(self) -> int:
        """How many distinct rows are stored. Raises StateDownError."""
        with self._database.read() as session:
            return session.exec(select(func.count()).select_from(GapTable)).one()

    @staticmethod
    def _add(session: Session, gaps: list[Gap]) -> None:
        for start in range(0, len(gaps), BATCH):
            rows = [
                {
                    "kind": gap.kind,
                    "id": gap.id,
                    "label": gap.label,
                    "count": gap.count,
                    "first_seen": gap.first_seen,
                    "last_seen": gap.last_seen,
                }
                for gap in gaps[start : start + BATCH]
            ]
            statement = insert(session, GapTable, rows)
            new = statement.excluded
            first, last = col(GapTable.first_seen), col(GapTable.last_seen)
            session.execute(
                statement.on_conflict_do_update(
                    index_elements=["kind", "id"],
                    set_={
                        "count": col(GapTable.count) + new["count"],
                        "first_seen": _pick(first < new.first_seen, first, new.first_seen),
                        "last_seen": _pick(last > new.last_seen, last, new.last_seen),
                    },
                )
            )

    def _put_back(self, batch: dict[tuple[str, str], Gap]) -> None:
        with self._lock:
            for key, gap in batch.items():
                newer = self._waiting.get(key)
                if newer is not None:
                    self._waiting[key] = replace(
                        newer, count=newer.count + gap.count, first_seen=min(newer.first_seen, gap.first_seen)
                    )
                elif len(self._waiting) < MOST_WAITING:
                    self._waiting[key] = gap


def _pick(keep: ColumnElement[bool], stored: object, new: object) -> Case[datetime]:
    """The stored column where `keep` holds, else the new one; SQLite and PostgreSQL name least() apart."""
    return case((keep, stored), else_=new)
