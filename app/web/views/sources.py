"""The hosts that live answers come from, as the status page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.phrase import Phrase
from app.state.model import HostRow

TONES = {"answers": "good", "unasked": "plain", "failing": "warn", "waiting": "warn"}


@dataclass(frozen=True, slots=True)
class Source:
    """One host that live answers come from."""

    host: str
    state: str
    """answers | unasked | failing: the last request brought no answer | waiting: left alone until a time"""
    blocked_until: datetime | None = None
    reason: Phrase | None = None
    remaining: int | None = None
    quota: int | None = None

    @property
    def tone(self) -> str:
        """The colour of its badge."""
        return TONES[self.state]


def read_sources(configured: Iterable[str], rows: Iterable[HostRow], now: datetime) -> tuple[Source, ...]:
    """Every host that was asked, then those of the configuration that were not."""
    asked = tuple(_read(row, now) for row in rows)
    known = {source.host for source in asked}
    return (*asked, *(Source(host, "unasked") for host in configured if host not in known))


def _read(row: HostRow, now: datetime) -> Source:
    waiting = row.blocked_until is not None and row.blocked_until > now
    state = "waiting" if waiting else "failing" if row.failures else "answers"
    return Source(
        row.host,
        state,
        row.blocked_until if waiting else None,
        row.reason if row.failures else None,
        row.remaining,
        row.quota,
    )
