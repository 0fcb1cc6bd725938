"""What a database's error means: a table from its text to a health and a phrase."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from app.phrase import Phrase
from app.state.model import Health, StoreStatus

FOREIGN = (DBAPIError, PoolTimeout)
"""The errors that mean the database, not the program, is at fault; see `is_ours` for the exceptions."""


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A piece of an error's text, lower case, and what it means."""

    piece: str
    phrase: str
    health: Health


FAILURES: tuple[FailureRow, ...] = (
    FailureRow("disk is full", "state.disk_full", Health.DEGRADED),
    FailureRow("no space left", "state.disk_full", Health.DEGRADED),
    FailureRow("readonly database", "state.read_only", Health.DEGRADED),
    FailureRow("read-only transaction", "state.read_only", Health.DEGRADED),
    FailureRow("database is locked", "state.busy", Health.DEGRADED),
    FailureRow("lock timeout", "state.busy", Health.DEGRADED),
    FailureRow("disk image is malformed", "state.damaged", Health.DOWN),
    FailureRow("file is not a database", "state.damaged", Health.DOWN),
    FailureRow("unable to open database file", "state.cannot_open", Health.DOWN),
    FailureRow("disk i/o error", "state.disk_error", Health.DOWN),
    FailureRow("password authentication failed", "state.refused", Health.DOWN),
    FailureRow("permission denied", "state.refused", Health.DOWN),
)


def is_ours(error: Exception) -> bool:
    """Whether `error` is a mistake of this program that must be seen, not an ill database."""
    return isinstance(error, (DataError, IntegrityError, ProgrammingError)) and not _names_failure(error)


def read_failure(error: Exception) -> StoreStatus:
    """Health and reason for a database error; an unknown text is a server that does not answer."""
    row = _names_failure(error)
    if row is None:
        return StoreStatus(Health.DOWN, Phrase("state.unreachable", {"error": type(error).__name__}))
    return StoreStatus(row.health, Phrase(row.phrase))


def _names_failure(error: Exception) -> FailureRow | None:
    text = str(getattr(error, "orig", None) or error).lower()
    return next((row for row in FAILURES if row.piece in text), None)
