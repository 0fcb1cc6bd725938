"""A forge that is slow, lying, limiting or gone: what the reader sees, and what is asked afterwards."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from app.live.model import ChangeState
from app.live.refresh import AT_ONCE
from tests.live.github_standin import Fault
from tests.live.github_world import Pull
from tests.live.rig import NOW, Rig

REF = "acme/engine#7"
BEFORE = NOW - timedelta(days=1)

FAULTS = [
    (Fault("500"), "live.server_error"),
    (Fault("502"), "live.server_error"),
    (Fault("drip"), "live.timeout"),
    (Fault("hang"), "live.timeout"),
    (Fault("html"), "live.wrong_json"),
    (Fault("list"), "live.wrong_json"),
    (Fault("huge"), "live.too_large"),
    (Fault("gzip"), "live.compressed"),
    (Fault("400"), "live.refused"),
    (Fault("418"), "live.unexpected"),
    (Fault("redirect", value="http://169.254.169.254/latest/meta-data"), "live.redirect_elsewhere"),
    (Fault("redirect", value="https://example.org/"), "live.redirect_elsewhere"),
    (Fault("redirect", value="http://[::1]:1/"), "live.redirect_elsewhere"),
    (Fault("redirect", value="//evil.example/x"), "live.redirect_elsewhere"),
    (Fault("redirect", value="http://user:pw@127.0.0.1/x"), "live.redirect_elsewhere"),
    (Fault("moved", value="/repos/acme/engine/issues/7"), "live.redirect_loop"),
    (Fault("redirect", value="http://["), "live.redirect_elsewhere"),
    (Fault("primary"), "live.limited"),
    (Fault("secondary"), "live.limited"),
    (Fault("secondary-bare"), "live.limited"),
    (Fault("429"), "live.limited"),
]


def _id(row: object) -> str:
    return f"{row.kind} {row.value}" if isinstance(row, Fault) else ""


@pytest.mark.parametrize(("fault", "error"), FAULTS, ids=_id)
def test_what_was_known_stays_with_its_age_and_the_reason(live: Rig, fault: Fault, error: str) -> None:
    live.standin.repos["acme/engine"].pulls[7] = Pull(7, title="Fix it")
    live.refresh(REF)
    live.wait(hours=1)
    live.standin.faults = [fault]
    change = live.refresh(REF)
    fault.times = 10**6
    assert (change.state, change.title, change.fetched_at) == (ChangeState.OPEN, "Fix it", NOW)
    assert change.error is not None
    assert change.error.id == error
    assert change.next_try is not None
    assert change.next_try > live.clock.now()
    live.standin.faults = []
    live.wait(days=2)
    assert live.refresh(REF).error is None


@pytest.mark.parametrize(("fault", "error"), FAULTS, ids=_id)
def test_nothing_known_and_nothing_to_be_had(live: Rig, fault: Fault, error: str) -> None:
    live.standin.faults = [fault]
    change = live.refresh(REF)
    assert (change.state, change.fetched_at) == (ChangeState.UNKNOWN, None)
    assert change.error is not None
    assert change.error.id == error
    fault.times = 10**6


def test_nobody_listens(live: Rig) -> None:
    rest = live.config.github
    object.__setattr__(rest, "rest_base", "http://127.0.0.1:9")
    assert live.refresh(REF).error is not None


def test_no_request_ever_leaves_the_host(live_token: Rig) -> None:
    """A redirect elsewhere is refused before it is followed, so the token stays at home."""
    live_token.standin.faults = [
        Fault("redirect", value=live_token.standin.base.replace("127.0.0.1", "localhost"))
    ]
    live_token.refresh(REF)
    assert len(live_token.standin.seen) == 1


LIMITS = [
    (Fault("secondary", value="120"), timedelta(seconds=120)),
    (Fault("429", value="90"), timedelta(seconds=90)),
    (Fault("secondary-bare"), timedelta(seconds=60)),
    (Fault("primary"), timedelta(hours=1)),
    (Fault("429", value="99999999999"), timedelta(days=1)),
    (Fault("429", value="soon"), timedelta(seconds=60)),
    (Fault("429", value="Mon, 30 Nov 2026 12:05:00 GMT"), timedelta(minutes=5)),
]


@pytest.mark.parametrize(("fault", "wait"), LIMITS, ids=_id)
def test_limits_are_obeyed_over_a_restart(live: Rig, fault: Fault, wait: timedelta) -> None:
    live.standin.repos["acme/engine"].pulls = {7: Pull(7), 8: Pull(8)}
    live.standin.faults = [fault]
    live.refresh(REF)
    live.standin.faults = []
    live.standin.used.clear()
    live.standin.seen.clear()
    live = live.again()
    live.clock.move(wait - timedelta(seconds=2))
    live.look(REF, "acme/engine#8")
    assert live.step(REF, "acme/engine#8") == 0
    change = live.refresh("acme/engine#8")
    assert live.standin.seen == []
    assert change.error is not None
    assert change.error.id == "live.limited"
    live.wait(seconds=40)
    live.look(REF, "acme/engine#8")
    live.step(REF, "acme/engine#8")
    live.wait(seconds=40)
    live.step(REF, "acme/engine#8")
    assert {live.show(REF).state, live.show("acme/engine#8").state} == {ChangeState.OPEN}
    live.store.close()


def test_a_secondary_limit_doubles(live: Rig) -> None:
    waits = []
    for _turn in range(3):
        live.standin.faults = [Fault("secondary-bare", times=1)]
        live.refresh(REF)
        until = live.store.hosts.all()[0].blocked_until
        assert until is not None
        waits.append((until - live.clock.now()).total_seconds())
        live.clock.move(until - live.clock.now())
    assert waits == [60, 120, 240]


def test_the_reset_is_read_by_the_hosts_own_clock(live: Rig) -> None:
    """Our clock may be wrong; the distance between the answer's date and its reset is not."""
    live.standin.clock = type(live.clock)(NOW + timedelta(days=3))
    live.standin.faults = [Fault("primary")]
    live.refresh(REF)
    assert live.store.hosts.all()[0].blocked_until == NOW + timedelta(hours=1)


def test_the_circuit_opens_after_three_failures_and_closes_again(live: Rig) -> None:
    live.standin.repos["acme/engine"].pulls[7] = Pull(7)
    live.standin.faults = [Fault("500", times=3)]
    for _turn in range(3):
        live.refresh(REF)
    live.refresh(REF)
    assert len(live.standin.seen) == 3
    live = live.again()
    live.refresh(REF)
    assert len(live.standin.seen) == 3
    live.wait(minutes=2)
    assert live.refresh(REF).state is ChangeState.OPEN
    assert live.store.hosts.all()[0].failures == 0
    live.store.close()


def test_backoff_grows(live: Rig) -> None:
    live.standin.faults = [Fault("html")]
    waits = []
    for _turn in range(5):
        change = live.refresh(REF)
        assert change.next_try is not None
        waits.append(change.next_try - live.clock.now())
        live.wait(days=1)
    assert all(later > earlier for earlier, later in pairwise(waits))
    assert waits[-1] < timedelta(hours=1)


def test_an_unchanged_answer_costs_an_authorised_client_nothing(live_token: Rig) -> None:
    live_token.standin.repos["acme/engine"].pulls[7] = Pull(7, title="Fix it")
    live_token.refresh(REF)
    used = dict(live_token.standin.used)
    live_token.wait(minutes=20)
    change = live_token.refresh(REF)
    assert (change.title, change.fetched_at) == ("Fix it", live_token.clock.now())
    assert live_token.standin.used == used


def test_another_token_does_not_send_the_old_etag(live_token: Rig) -> None:
    live_token.standin.repos["acme/engine"].pulls[7] = Pull(7)
    live_token.refresh(REF)
    object.__setattr__(live_token.config.github, "token", None)
    live_token.refresh(REF)
    assert "if-none-match" not in live_token.standin.seen[-1].headers


def test_the_quota_is_left_to_what_people_look_at(live: Rig) -> None:
    """Without a token the background stops at half of the 60 requests; views go on to the reserve."""
    refs = [f"acme/engine#{number}" for number in range(100, 190)]
    live.standin.repos["acme/engine"].pulls = {
        int(ref.split("#")[1]): Pull(int(ref.split("#")[1])) for ref in refs
    }
    while live.step(*refs):
        live.wait(seconds=1)
    assert 15 <= len(live.standin.seen) <= 30
    live.look(*refs[60:])
    while live.step(*refs):
        live.wait(seconds=1)
    assert 50 <= len(live.standin.seen) <= 60 - AT_ONCE + 1


def test_a_viewed_reference_is_asked_first(live: Rig) -> None:
    refs = [f"acme/engine#{number}" for number in range(100, 140)]
    live.standin.repos["acme/engine"].pulls = {
        int(ref.split("#")[1]): Pull(int(ref.split("#")[1])) for ref in refs
    }
    live.look(refs[33])
    live.step(*refs)
    assert live.standin.paths()[0].endswith("/issues/133")


def test_with_a_token_many_are_asked_in_one_request(live_token: Rig) -> None:
    refs = [f"acme/engine#{number}" for number in range(100, 125)]
    repo = live_token.standin.repos["acme/engine"]
    repo.pulls = {int(ref.split("#")[1]): Pull(int(ref.split("#")[1])) for ref in refs}
    assert live_token.step(*refs) == 25
    assert live_token.standin.paths() == ["/graphql"]


def test_a_failed_batch_is_asked_one_by_one(live_token: Rig) -> None:
    live_token.standin.faults = [Fault("502", where="/graphql")]
    live_token.standin.repos["acme/engine"].pulls = {7: Pull(7), 8: Pull(8)}
    live_token.step(REF, "acme/engine#8")
    assert live_token.show(REF).state is ChangeState.OPEN


def test_only_what_articles_name_is_asked(live: Rig) -> None:
    live.look("acme/engine#1", "acme/engine#2")
    assert live.step() == 0


def test_a_page_never_waits_and_never_asks(live: Rig) -> None:
    live.standin.faults = [Fault("hang")]
    for _view in range(200):
        live.view.change(REF)
    assert live.standin.seen == []


def test_everything_known_survives_a_restart(live: Rig) -> None:
    repo = live.standin.repos["acme/engine"]
    repo.merge(7, BEFORE)
    repo.release("v1.1.0", "main", BEFORE + timedelta(hours=1))
    before = live.refresh(REF)
    live = live.again()
    assert live.show(REF) == before
    live.store.close()
