"""What the state layer hands out: frozen rows, never the database's own objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.phrase import Phrase


class Health(StrEnum):
    """How the state store is."""

    OK = "ok"
    DEGRADED = "degraded"
    """Reads answer, writes fail (a full or read-only disk)."""
    DOWN = "down"
    """Neither reads nor writes answer; Faultbook serves without and keeps trying."""


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """The store's health, and the reason when it is not ok."""

    health: Health
    reason: Phrase | None = None


@dataclass(frozen=True, slots=True)
class LiveRow:
    """The last answer about one key of the outside world, and when to ask again."""

    key: str
    value: Mapping[str, object] | None = None
    """The last good answer; a failed refresh leaves it as it was."""
    etag: str | None = None
    etag_for: str | None = None
    """Fingerprint of the token that the etag was given to; another token's etag never matches."""
    fetched_at: datetime | None = None
    """When `value` was last confirmed."""
    error: Phrase | None = None
    """Why the last refresh failed; None after a good one."""
    next_try: datetime | None = None
    """Not asked again before this time; with a `value`, None means never again (the answer is final)."""
    next_viewed: datetime | None = None
    """As `next_try`, for a reference that somebody looked at since; None: a view changes nothing."""
    viewed_at: datetime | None = None
    failures: int = 0
    """Refreshes failed in a row."""
    changed_at: datetime | None = None
    """Set by the store at every write."""


@dataclass(frozen=True, slots=True)
class HostRow:
    """What is known of a host's willingness to answer: its limits and our circuit."""

    host: str
    blocked_until: datetime | None = None
    reason: Phrase | None = None
    failures: int = 0
    """Failures in a row, of any request to the host."""
    quota: int | None = None
    """Requests that the host allows in a window."""
    remaining: int | None = None
    reset_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SharedReport:
    """A redacted paste that somebody shared."""

    id: str
    text: str
    language: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the person who shared a report is told once; the token is stored only as a hash."""

    id: str
    delete_token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes on one article."""

    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """What a voter wrote about an article."""

    slug: str
    helpful: bool
    text: str
    """Redacted."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that people had and no article covers, or (`met`) an article that was the answer."""

    kind: str
    """error: a template that matched nothing; search: a query that found nothing; met: an article."""
    id: str
    """Template id, the normal form of the query, or a slug."""
    label: str
    """Masked and redacted text to show."""
    count: int
    first_seen: datetime
    last_seen: datetime
