"""Leases: a job that only one process of all may do."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, or_
from sqlmodel import col

from app.state.clock import Clock
from app.state.database import Database
from app.state.tables import LeaseTable
from app.state.upsert import insert

FAR = 20
"""A lease that ends later than this many lengths from now was written by a clock that has since been set
back; it counts as over."""


class Leases:
    """Takes and gives back leases. Every method raises StateDownError where the store does not answer."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def take(self, name: str, holder: str, length: timedelta) -> bool:
        """Whether `holder` has the lease now; taking it again extends it to now + `length`."""
        now = self._clock.now()
        row = {"name": name, "holder": holder, "until": now + length}
        with self._database.write() as session:
            statement = insert(session, LeaseTable, [row])
            taken = session.execute(
                statement.on_conflict_do_update(
                    index_elements=["name"],
                    set_={"holder": statement.excluded.holder, "until": statement.excluded.until},
                    where=or_(
                        col(LeaseTable.holder) == holder,
                        col(LeaseTable.until) <= now,
                        col(LeaseTable.until) > now + FAR * length,
                    ),
                ).returning(col(LeaseTable.holder))
            ).scalar_one_or_none()
            return taken == holder

    def give_back(self, name: str, holder: str) -> None:
        """End the lease, if `holder` has it."""
        with self._database.write() as session:
            session.execute(
                delete(LeaseTable).where(col(LeaseTable.name) == name, col(LeaseTable.holder) == holder)
            )
