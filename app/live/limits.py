"""A host's limits and our circuit: pure rules from an answer to the host's row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from app.phrase import Phrase
from app.state.model import HostRow

SHORTEST_WAIT = timedelta(seconds=60)
"""GitHub's documented wait after a secondary limit that names no time."""

LONGEST_WAIT = timedelta(days=1)
"""A host that asks for more is not believed."""

FAILURES_TO_BLOCK = 3
FIRST_BLOCK = timedelta(minutes=1)
LONGEST_BLOCK = timedelta(minutes=30)

QUOTA_WITHOUT_TOKEN = 60
QUOTA_WITH_TOKEN = 5000
"""Requests an hour that GitHub grants; the headers of the first answer replace them."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many references may be asked about now."""

    viewed: int
    background: int


def limit_of(
    status: int, headers: Mapping[str, str], text: str, now: datetime, failures: int
) -> datetime | None:
    """Until when the host wants to be left alone, None where the answer is no limit.

    GitHub: `retry-after`, else `x-ratelimit-reset` when nothing remains, else a minute, doubling.
    """
    if status not in {200, 403, 429}:
        return None
    retry = headers.get("retry-after", "")
    spent = headers.get("x-ratelimit-remaining", headers.get("ratelimit-remaining")) == "0"
    if status == 200 or (status == 403 and not (retry or spent or "rate limit" in text.lower())):
        return None
    if retry:
        return now + _clamp(_retry_after(retry, now))
    reset = headers.get("x-ratelimit-reset", headers.get("ratelimit-reset", ""))
    if spent and reset.isdigit():
        return now + _clamp(datetime.fromtimestamp(min(int(reset), 10**11), UTC) - _server_time(headers, now))
    return now + _clamp(SHORTEST_WAIT * (1 << min(failures, 8)))


def after_answer(row: HostRow, headers: Mapping[str, str], now: datetime) -> HostRow:
    """The row after an answer that was no failure: the circuit closes, the quota is noted."""
    quota, remaining, reset = (
        headers.get(f"x-ratelimit-{name}", "") for name in ("limit", "remaining", "reset")
    )
    closed = replace(row, failures=0, blocked_until=None, reason=None)
    if not (quota.isdigit() and remaining.isdigit() and reset.isdigit()):
        return closed
    wait = datetime.fromtimestamp(min(int(reset), 10**11), UTC) - _server_time(headers, now)
    return replace(closed, quota=int(quota), remaining=int(remaining), reset_at=now + _clamp(wait))


def after_limit(row: HostRow, until: datetime, reason: Phrase) -> HostRow:
    """The row after the host said to wait."""
    return replace(
        row, blocked_until=until, reason=reason, failures=row.failures + 1, remaining=0, reset_at=until
    )


def after_failure(row: HostRow, reason: Phrase, now: datetime, jitter: float) -> HostRow:
    """The row after no answer: from the third failure in a row the host is left alone, ever longer.

    `jitter` is 0..1 and lengthens the wait by up to a half, so that processes do not come back together.
    """
    failures = row.failures + 1
    if failures < FAILURES_TO_BLOCK:
        return replace(row, failures=failures, reason=reason)
    wait = min(FIRST_BLOCK * (1 << min(failures - FAILURES_TO_BLOCK, 10)), LONGEST_BLOCK) * (1 + jitter / 2)
    return replace(row, failures=failures, blocked_until=now + wait, reason=reason)


def blocked_until(row: HostRow, now: datetime) -> datetime | None:
    """Until when the host is left alone, None when it may be asked.

    A time further off than any wait we set was written by a clock that has since been set back: ignored.
    """
    until = row.blocked_until
    if until is None or until <= now or until > now + LONGEST_WAIT + SHORTEST_WAIT:
        return None
    return until


def budget(row: HostRow, now: datetime, reserve: int, assumed: int = QUOTA_WITHOUT_TOKEN) -> Budget:
    """References that may be asked about now; the background leaves half of the quota to viewed ones.

    A reference costs about five requests; `reserve` requests are never spent; `assumed` is the quota until
    the host has named it.
    """
    if blocked_until(row, now):
        return Budget(0, 0)
    quota = row.quota if row.quota is not None else assumed
    remaining = row.remaining
    if remaining is None or (row.reset_at is not None and row.reset_at <= now):
        remaining = quota
    free = max(0, remaining - reserve)
    return Budget(viewed=free, background=max(0, (free - quota // 2) // 5))


def _clamp(wait: timedelta) -> timedelta:
    return min(max(wait, timedelta(seconds=1)), LONGEST_WAIT)


def _retry_after(value: str, now: datetime) -> timedelta:
    """Seconds or a date; anything else is the shortest wait."""
    if value.strip().isdigit():
        return timedelta(seconds=min(int(value), 10**9))
    try:
        return parsedate_to_datetime(value).astimezone(UTC) - now
    except (ValueError, TypeError):
        return SHORTEST_WAIT


def _server_time(headers: Mapping[str, str], now: datetime) -> datetime:
    """The host's own clock, so that ours may be wrong; ours where it does not say."""
    try:
        return parsedate_to_datetime(headers.get("date", "")).astimezone(UTC)
    except (ValueError, TypeError):
        return now
