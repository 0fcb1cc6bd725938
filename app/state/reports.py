"""Shared reports: redacted, under an unguessable id, expiring, deletable by the one who shared."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import col

from app.state.clock import Clock
from app.state.database import Database
from app.state.encode import storable
from app.state.errors import StateDownError
from app.state.model import Receipt, SharedReport
from app.state.tables import ReportTable

ID_BYTES = 16
TOKEN_BYTES = 24
"""128 bits of id and 192 of token: neither is found by trying."""

SWEEP_EVERY = timedelta(minutes=5)


class Reports:
    """Stores shared reports. All but `sweep` raise StateDownError where the store does not answer."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._swept: datetime | None = None

    def share(self, text: str, language: str, keep: timedelta) -> Receipt:
        """Keep `text` (redacted by the caller) for `keep`; on the disk on return."""
        now = self._clock.now()
        receipt = Receipt(
            id=secrets.token_urlsafe(ID_BYTES),
            delete_token=secrets.token_urlsafe(TOKEN_BYTES),
            expires_at=now + keep,
        )
        row = ReportTable(
            id=receipt.id,
            token_hash=_hash(receipt.delete_token),
            text=storable(text),
            language=language,
            created_at=now,
            expires_at=receipt.expires_at,
        )
        with self._database.write() as session:
            session.add(row)
        return receipt

    def get(self, report_id: str) -> SharedReport | None:
        """The report, None where there is none or it has expired."""
        with self._database.read() as session:
            row = session.get(ReportTable, storable(report_id))
            if row is None or row.expires_at <= self._clock.now():
                return None
            return SharedReport(row.id, row.text, row.language, row.created_at, row.expires_at)

    def delete(self, report_id: str, token: str) -> bool:
        """Delete the report if `token` is the one that was given out; whether it was.

        A wrong token and an unknown id give the same answer.
        """
        with self._database.write() as session:
            row = session.get(ReportTable, storable(report_id))
            if not hmac.compare_digest(row.token_hash if row else _hash(""), _hash(token)) or row is None:
                return False
            session.delete(row)
            return True

    def sweep(self) -> None:
        """Delete what has expired, at most every five minutes. Never raises."""
        now = self._clock.now()
        if self._swept is not None and timedelta(0) <= now - self._swept < SWEEP_EVERY:
            return
        try:
            with self._database.write() as session:
                session.execute(delete(ReportTable).where(col(ReportTable.expires_at) <= now))
        except StateDownError:
            return
        self._swept = now


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
