"""Votes on articles: did it help?"""

from __future__ import annotations

from sqlalchemy import func
from sqlmodel import col, select

from app.state.clock import Clock
from app.state.database import Database
from app.state.encode import storable
from app.state.model import Tally
from app.state.tables import VoteTable
from app.state.upsert import upsert


class Votes:
    """Stores votes. Every method raises StateDownError where the store does not answer."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def cast(self, slug: str, voter: str, helpful: bool) -> None:
        """Note `voter`'s word on `slug`; voting again replaces it. `voter` is opaque, no name, no address."""
        value = 1 if helpful else -1
        row = {"slug": storable(slug), "voter": storable(voter), "value": value, "at": self._clock.now()}
        with self._database.write() as session:
            upsert(session, VoteTable, [row], ("value", "at"))

    def tally(self, slug: str) -> Tally:
        """The votes on one article."""
        return self.tallies().get(slug, Tally())

    def tallies(self) -> dict[str, Tally]:
        """The votes on every article that has some."""
        query = select(VoteTable.slug, VoteTable.value, func.count()).group_by(
            col(VoteTable.slug), col(VoteTable.value)
        )
        counts: dict[str, Tally] = {}
        with self._database.read() as session:
            for slug, value, count in session.exec(query):
                old = counts.get(slug, Tally())
                counts[slug] = Tally(count, old.down) if value > 0 else Tally(old.up, count)
        return counts
