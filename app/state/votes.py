"""Votes on articles: did it help, and what was missing?"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from app.state.clock import Clock
from app.state.database import Database
from app.state.encode import storable
from app.state.errors import StateDownError
from app.state.model import Remark, Tally
from app.state.tables import VoteTable
from app.state.upsert import upsert

LONGEST_TEXT = 500
"""Characters of a text that are kept."""

KEEP_TEXT = timedelta(days=90)
"""How long a text is kept; the vote itself stays."""

MOST_TEXTS = 10_000
"""Texts kept; older ones make room."""

SWEEP_EVERY = timedelta(minutes=5)


class Votes:
    """Stores votes. All but `sweep` raise StateDownError where the store does not answer."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._swept: datetime | None = None

    def cast(self, slug: str, voter: str, helpful: bool, text: str = "") -> None:
        """Note `voter`'s word on `slug` with what was missing (redacted by the caller).

        Voting again replaces the word and the text. `voter` is opaque, no name, no address.
        """
        row = {
            "slug": storable(slug),
            "voter": storable(voter),
            "value": 1 if helpful else -1,
            "at": self._clock.now(),
            "text": storable(text.strip()[:LONGEST_TEXT]) or None,
        }
        with self._database.write() as session:
            upsert(session, VoteTable, [row], ("value", "at", "text"))

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

    def remarks(self) -> tuple[Remark, ...]:
        """What voters wrote and has not expired, newest first: for the operator alone."""
        query = select(VoteTable).where(
            col(VoteTable.text).is_not(None), col(VoteTable.at) > self._clock.now() - KEEP_TEXT
        )
        query = query.order_by(col(VoteTable.at).desc(), col(VoteTable.slug)).limit(MOST_TEXTS)
        with self._database.read() as session:
            return tuple(
                Remark(row.slug, row.value > 0, row.text or "", row.at) for row in session.exec(query)
            )

    def sweep(self) -> None:
        """Forget texts that expired or are too many, at most every five minutes. Never raises."""
        now = self._clock.now()
        if self._swept is not None and timedelta(0) <= now - self._swept < SWEEP_EVERY:
            return
        try:
            with self._database.write() as session:
                oldest = self._first_too_many(session)
                last = now - KEEP_TEXT if oldest is None else max(oldest, now - KEEP_TEXT)
                old = update(VoteTable).where(col(VoteTable.text).is_not(None), col(VoteTable.at) <= last)
                session.execute(old.values(text=None))
        except StateDownError:
            return
        self._swept = now

    @staticmethod
    def _first_too_many(session: Session) -> datetime | None:
        """When the newest text beyond those kept was written."""
        query = select(VoteTable.at).where(col(VoteTable.text).is_not(None))
        return session.exec(query.order_by(col(VoteTable.at).desc()).offset(MOST_TEXTS).limit(1)).first()
