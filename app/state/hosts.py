"""Hosts outside: their limits and our circuit, kept so that a restart does not forget them."""

from __future__ import annotations

from sqlmodel import select

from app.state.database import Database
from app.state.encode import dump_phrase, load_phrase
from app.state.model import HostRow
from app.state.tables import HostTable
from app.state.upsert import upsert

COLUMNS = ("blocked_until", "reason", "failures", "quota", "remaining", "reset_at")


class Hosts:
    """Reads and writes `host`. Every method raises StateDownError where the store does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[HostRow, ...]:
        """Every host that was ever asked."""
        with self._database.read() as session:
            return tuple(_row(row) for row in session.exec(select(HostTable)))

    def put(self, row: HostRow) -> None:
        """Write one host; on the disk on return."""
        values = {
            "host": row.host,
            "blocked_until": row.blocked_until,
            "reason": dump_phrase(row.reason),
            "failures": row.failures,
            "quota": row.quota,
            "remaining": row.remaining,
            "reset_at": row.reset_at,
        }
        with self._database.write() as session:
            upsert(session, HostTable, [values], COLUMNS)


def _row(row: HostTable) -> HostRow:
    return HostRow(
        host=row.host,
        blocked_until=row.blocked_until,
        reason=load_phrase(row.reason),
        failures=row.failures,
        quota=row.quota,
        remaining=row.remaining,
        reset_at=row.reset_at,
    )
