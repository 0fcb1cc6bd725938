"""The state of Faultbook: everything that must not be lost, behind one object."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.state.backup import backup
from app.state.clock import Clock, SystemClock
from app.state.counters import Counters
from app.state.database import Database
from app.state.gaps import Gaps
from app.state.hosts import Hosts
from app.state.leases import Leases
from app.state.live_rows import LiveRows
from app.state.model import StoreStatus
from app.state.reports import Reports
from app.state.votes import Votes


@dataclass(frozen=True)
class Store:
    """The tables, each with its own few methods, over one database.

    Methods raise StateDownError at once while the database is down; `tend` is what tries again.
    """

    database: Database
    live: LiveRows
    leases: Leases
    hosts: Hosts
    reports: Reports
    votes: Votes
    gaps: Gaps
    counters: Counters

    @classmethod
    def open(cls, url: str, clock: Clock | None = None) -> Store:
        """The store behind `url` (a file path, `sqlite:///PATH` or `postgresql://...`), migrated.

        A database that does not answer is no error: the store is then down (see `status`) and `tend` keeps
        trying. Raises SchemaTooNewError for a database of a newer Faultbook, ValueError for any other URL.
        """
        clock = clock or SystemClock()
        database = Database(url)
        database.connect()
        return cls(
            database=database,
            live=LiveRows(database, clock),
            leases=Leases(database, clock),
            hosts=Hosts(database),
            reports=Reports(database, clock),
            votes=Votes(database, clock),
            gaps=Gaps(database, clock),
            counters=Counters(database, clock),
        )

    @property
    def status(self) -> StoreStatus:
        """Health and reason as of the last use."""
        return self.database.status

    def tend(self) -> StoreStatus:
        """Background work, every second or so: reconnect, write gaps, drop what expired. Never raises."""
        self.database.tend()
        self.gaps.flush()
        self.reports.sweep()
        self.votes.sweep()
        self.counters.sweep()
        return self.database.status

    def backup(self, target: Path) -> Path:
        """Write a consistent copy of the SQLite database to `target` while it is in use.

        Raises StateError where the state is in PostgreSQL (use `pg_dump`) or the copy cannot be written.
        """
        self.gaps.flush()
        return backup(self.database.engine, target)

    def close(self) -> None:
        """Write what is counted and close every connection."""
        self.gaps.flush()
        self.database.close()
