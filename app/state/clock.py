"""The time, as something that is handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time in UTC."""

    def now(self) -> datetime:
        """The time now, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The time now, aware, in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that moves only when told to; stands in for the machine's clock in tests."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """The time it was last set to."""
        return self._now

    def move(self, by: timedelta) -> None:
        """Move by `by`; a negative step is a clock that was set back."""
        self._now += by
