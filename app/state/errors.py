"""What can go wrong with the store, each with a phrase to show."""

from __future__ import annotations

from app.phrase import Phrase


class StateError(Exception):
    """The store cannot do what was asked; `reason` says why."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(f"{reason.id} {dict(reason.values)}")
        self.reason = reason


class StateDownError(StateError):
    """The store does not answer (or does not take writes). Nothing was written."""


class SchemaTooNewError(StateError):
    """The database was written by a newer Faultbook; this one must not touch it."""
