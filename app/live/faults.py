"""What can go wrong at a forge, each with a phrase to show; nothing of it reaches a page as an exception."""

from __future__ import annotations

from datetime import datetime

from app.phrase import Phrase


class ForgeError(Exception):
    """No answer; `reason` says why. What was known before stays."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(f"{reason.id} {dict(reason.values)}")
        self.reason = reason


class LimitedError(ForgeError):
    """The host wants us to wait until `until`."""

    def __init__(self, reason: Phrase, until: datetime) -> None:
        super().__init__(reason)
        self.until = until


class UnreachableError(ForgeError):
    """No connection, no answer in time, or a 5xx. Counts towards the host's circuit."""


class BadAnswerError(ForgeError):
    """An answer that is none: wrong JSON, too large, a redirect elsewhere. Counts towards the circuit."""
