"""When to ask again, and what first: pure rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.live.limits import Budget, after_failure, blocked_until, budget
from app.live.model import ChangeState, Containment
from app.live.schedule import LONGEST_BACKOFF, backoff, due, plan
from app.phrase import Phrase
from app.state.model import HostRow, LiveRow
from tests.live.rig import NOW

MUCH = Budget(100, 100)
HOUR = timedelta(hours=1)
ERROR = Phrase("live.timeout")

PLANS = [
    (ChangeState.OPEN, Containment.UNKNOWN, timedelta(minutes=10), timedelta(hours=6)),
    (ChangeState.DRAFT, Containment.UNKNOWN, timedelta(minutes=10), timedelta(hours=6)),
    (ChangeState.CLOSED, Containment.UNKNOWN, timedelta(days=1), timedelta(days=7)),
    (ChangeState.MERGED, Containment.UNRELEASED, HOUR, timedelta(hours=6)),
    (ChangeState.LANDED, Containment.UNRELEASED, HOUR, timedelta(hours=6)),
    (ChangeState.MERGED, Containment.UNKNOWN, timedelta(hours=6), timedelta(days=1)),
    (ChangeState.MERGED, Containment.RELEASED, None, None),
    (ChangeState.REVERTED, Containment.RELEASED, timedelta(days=1), timedelta(days=7)),
    (ChangeState.NOT_FOUND, Containment.UNKNOWN, HOUR, HOUR),
    (ChangeState.UNKNOWN, Containment.UNKNOWN, timedelta(days=1), timedelta(days=7)),
]


@pytest.mark.parametrize(("state", "containment", "viewed", "background"), PLANS)
def test_plan(
    state: ChangeState, containment: Containment, viewed: timedelta | None, background: timedelta | None
) -> None:
    found = plan(state, containment, NOW)
    assert found.next_viewed == (NOW + viewed if viewed else None)
    assert found.next_try == (NOW + background if background else None)


@pytest.mark.parametrize("state", list(ChangeState))
@pytest.mark.parametrize("containment", list(Containment))
def test_every_pair_has_a_plan(state: ChangeState, containment: Containment) -> None:
    assert plan(state, containment, NOW, 1) is not None


def test_not_found_waits_a_day_the_second_time() -> None:
    assert plan(ChangeState.NOT_FOUND, Containment.UNKNOWN, NOW, 1).next_try == NOW + timedelta(days=1)


def _row(key: str, **more: object) -> LiveRow:
    times = {"fetched_at": NOW - HOUR, "next_try": NOW + HOUR, "next_viewed": NOW - timedelta(minutes=1)}
    return LiveRow(key, {}, **{**times, **more})  # type: ignore[arg-type]


SEEN = {"viewed_at": NOW - timedelta(seconds=5)}

DUE = [
    ("nobody looked, not yet its time", _row("a"), False),
    ("its time has come", _row("a", next_try=NOW), True),
    ("somebody looked", _row("a", **SEEN), True),
    ("somebody looked before the last answer", _row("a", viewed_at=NOW - 2 * HOUR), False),
    ("somebody looked, but it is fresh", _row("a", next_viewed=NOW + HOUR, **SEEN), False),
    ("final", _row("a", next_try=None, next_viewed=None, **SEEN), False),
    ("never asked", LiveRow("a"), True),
    ("failed, and waits whoever looks", _row("a", error=ERROR, **SEEN), False),
    ("failed, and has waited", _row("a", error=ERROR, next_try=NOW), True),
    ("never answered, and waits", LiveRow("a", error=ERROR, next_try=NOW + HOUR), False),
    ("planned by a clock that was years ahead", _row("a", next_try=NOW + timedelta(days=4000)), True),
    ("failed while the clock was ahead", _row("a", error=ERROR, next_try=NOW + timedelta(days=4000)), True),
    ("answered in the future", _row("a", fetched_at=NOW + timedelta(days=1)), True),
    ("answered by a machine a minute ahead", _row("a", fetched_at=NOW + timedelta(minutes=1)), False),
]


@pytest.mark.parametrize(("name", "row", "expected"), DUE, ids=[row[0] for row in DUE])
def test_due(name: str, row: LiveRow, expected: bool) -> None:
    assert due(NOW, [row], MUCH) == (("a",) if expected else ())


def test_order() -> None:
    rows = [
        _row("overdue", next_try=NOW - HOUR),
        _row("longer overdue", next_try=NOW - 2 * HOUR),
        LiveRow("new"),
        _row("viewed", **SEEN),
        _row("viewed last", viewed_at=NOW),
    ]
    assert due(NOW, rows, MUCH) == ("viewed last", "viewed", "new", "longer overdue", "overdue")


@given(st.integers(0, 5), st.integers(0, 5), st.permutations(list(range(8))))
def test_the_budget_is_kept_whatever_the_order(viewed: int, background: int, order: list[int]) -> None:
    rows = [_row(f"{n}", **(SEEN if n < 4 else {"next_try": NOW - HOUR})) for n in range(8)]
    found = due(NOW, [rows[n] for n in order], Budget(viewed, background))
    assert found == due(NOW, rows, Budget(viewed, background))
    assert len(found) == min(4, viewed) + min(4, background)


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_backoff_is_bounded(failures: int, jitter: float) -> None:
    wait = backoff(failures, NOW, jitter) - NOW
    assert timedelta(minutes=1) <= wait <= LONGEST_BACKOFF * 1.5


BUDGETS = [
    (HostRow("h"), 55, 5),
    (HostRow("h", quota=60, remaining=20, reset_at=NOW + HOUR), 15, 0),
    (HostRow("h", quota=60, remaining=0, reset_at=NOW + HOUR), 0, 0),
    (HostRow("h", quota=60, remaining=0, reset_at=NOW), 55, 5),
    (HostRow("h", quota=5000, remaining=5000, reset_at=NOW + HOUR), 4995, 499),
    (HostRow("h", blocked_until=NOW + HOUR), 0, 0),
    (HostRow("h", blocked_until=NOW), 55, 5),
]


@pytest.mark.parametrize(("row", "viewed", "background"), BUDGETS)
def test_budget(row: HostRow, viewed: int, background: int) -> None:
    assert budget(row, NOW, reserve=5) == Budget(viewed, background)


@given(st.integers(0, 200), st.floats(0, 1))
def test_the_circuit_is_bounded_and_a_clock_set_back_opens_it(failures: int, jitter: float) -> None:
    row = after_failure(HostRow("h", failures=failures), ERROR, NOW, jitter)
    assert row.failures == failures + 1
    assert blocked_until(row, NOW + timedelta(minutes=46)) is None
    assert blocked_until(row, NOW - timedelta(days=30)) is None
