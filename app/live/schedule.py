"""When to ask again: one table of ages, and the one function that picks what is due. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.live.limits import Budget
from app.live.model import ChangeState, Containment
from app.state.model import LiveRow

FIRST_BACKOFF = timedelta(minutes=1)
LONGEST_BACKOFF = timedelta(hours=6)

LONGEST_PLAN = timedelta(days=40)
"""No time is planned further off; one that lies further was written by a clock since set back."""

CLOCK_SLACK = timedelta(minutes=5)
"""How far another machine's clock may be ahead of ours."""


@dataclass(frozen=True, slots=True)
class AgeRow:
    """How old an answer may grow: when somebody looks at it, and when nobody does. None: for ever."""

    states: frozenset[ChangeState]
    containments: frozenset[Containment]
    viewed: timedelta | None
    background: timedelta | None


_ANY = frozenset(Containment)
_IN = frozenset({ChangeState.MERGED, ChangeState.LANDED})
_RELEASED, _WAITING = frozenset({Containment.RELEASED}), frozenset({Containment.UNRELEASED})

AGES: tuple[AgeRow, ...] = (
    AgeRow(_IN, _RELEASED, None, None),
    AgeRow(_IN, _WAITING, timedelta(hours=1), timedelta(hours=6)),
    AgeRow(_IN, _ANY, timedelta(hours=6), timedelta(days=1)),
    AgeRow(frozenset({ChangeState.REVERTED}), _ANY, timedelta(days=1), timedelta(days=7)),
    AgeRow(frozenset({ChangeState.OPEN, ChangeState.DRAFT}), _ANY, timedelta(minutes=10), timedelta(hours=6)),
    AgeRow(frozenset({ChangeState.CLOSED}), _ANY, timedelta(days=1), timedelta(days=7)),
    AgeRow(frozenset({ChangeState.UNKNOWN}), _ANY, timedelta(days=1), timedelta(days=7)),
)
"""First row that fits; `not_found` has its own rule, an hour and then a day."""

NOT_FOUND_FIRST = timedelta(hours=1)
NOT_FOUND_LATER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """When to ask again: at the latest, and when somebody looked at it."""

    next_try: datetime | None
    next_viewed: datetime | None


def plan(state: ChangeState, containment: Containment, now: datetime, times_not_found: int = 0) -> Plan:
    """When to ask again after an answer; `times_not_found` counts refusals in a row before this one."""
    if state is ChangeState.NOT_FOUND:
        again = now + (NOT_FOUND_LATER if times_not_found else NOT_FOUND_FIRST)
        return Plan(again, again)
    row = next(row for row in AGES if state in row.states and containment in row.containments)
    return Plan(
        now + row.background if row.background else None,
        now + row.viewed if row.viewed else None,
    )


def backoff(failures: int, now: datetime, jitter: float) -> datetime:
    """When to ask again after the `failures`-th failure in a row; `jitter` is 0..1."""
    wait = min(FIRST_BACKOFF * (1 << min(max(failures - 1, 0), 12)), LONGEST_BACKOFF)
    return now + wait * (1 + jitter / 2)


def due(now: datetime, rows: Iterable[LiveRow], budget: Budget) -> tuple[str, ...]:
    """The keys to ask about now, most wanted first, within the budget.

    First what somebody looked at since the last answer, latest look first; then what was never asked;
    then the rest, longest overdue first. A row that failed waits for its `next_try` whoever looks.
    """
    viewed: list[LiveRow] = []
    background: list[LiveRow] = []
    for row in rows:
        wanted = _wanted(row, now)
        if wanted is None:
            continue
        (viewed if wanted else background).append(row)
    viewed.sort(key=lambda row: (-_stamp(row.viewed_at), row.key))
    background.sort(key=lambda row: (row.fetched_at is not None, _stamp(row.next_try), row.key))
    return tuple(row.key for row in viewed[: budget.viewed] + background[: budget.background])


def _wanted(row: LiveRow, now: datetime) -> bool | None:
    """True: due because of a view; False: due anyway; None: not due."""
    seen = row.viewed_at is not None and (row.fetched_at is None or row.viewed_at > row.fetched_at)
    if row.error is not None:
        return seen if _over(row.next_try, now) else None
    if row.fetched_at is None:
        return seen
    if row.next_try is None and row.next_viewed is None:
        return None
    if row.fetched_at > now + CLOCK_SLACK or _over(row.next_try, now):
        return seen
    return True if seen and _over(row.next_viewed, now) else None


def _over(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and (moment <= now or moment > now + LONGEST_PLAN)


def _stamp(moment: datetime | None) -> float:
    return moment.timestamp() if moment else 0.0
