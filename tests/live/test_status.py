"""What each answer of GitHub becomes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from app.live.model import ChangeState, Containment
from tests.live.conftest import engine
from tests.live.github_standin import Fault
from tests.live.github_world import Pull
from tests.live.rig import NOW, Rig, rig

YESTERDAY = NOW - timedelta(days=1)

STATES = [
    (Pull(7), "pull", ChangeState.OPEN, []),
    (Pull(7, draft=True), "pull", ChangeState.DRAFT, []),
    (Pull(7, state="closed", closed_at=YESTERDAY), "pull", ChangeState.CLOSED, ["live.closed_unmerged"]),
    (Pull(7, milestone="v2"), "pull", ChangeState.OPEN, ["live.planned"]),
    (Pull(7, kind="issue"), "issue", ChangeState.OPEN, []),
    (
        Pull(7, kind="issue", state="closed", state_reason="not_planned"),
        "issue",
        ChangeState.CLOSED,
        ["live.issue_not_planned"],
    ),
    (
        Pull(7, kind="issue", state="closed", state_reason="completed"),
        "issue",
        ChangeState.CLOSED,
        ["live.issue_completed"],
    ),
]


@pytest.mark.parametrize(("pull", "kind", "state", "notes"), STATES)
def test_state(live: Rig, pull: Pull, kind: str, state: ChangeState, notes: list[str]) -> None:
    live.standin.repos["acme/engine"].pulls[7] = pull
    change = live.refresh("acme/engine#7")
    assert (change.type, change.state, [note.id for note in change.notes]) == (kind, state, notes)
    assert (change.source, change.fetched_at, change.error) == ("live", NOW, None)


@pytest.mark.parametrize(("pull", "kind", "state", "notes"), STATES)
def test_a_batch_says_the_same(
    live_token: Rig, pull: Pull, kind: str, state: ChangeState, notes: list[str]
) -> None:
    repo = live_token.standin.repos["acme/engine"]
    repo.pulls = {7: pull, 8: Pull(8)}
    live_token.step("acme/engine#7", "acme/engine#8", "acme/engine#9")
    assert live_token.standin.paths() == ["/graphql"]
    change = live_token.show("acme/engine#7")
    assert (change.type, change.state, [note.id for note in change.notes]) == (kind, state, notes)
    assert live_token.show("acme/engine#9").state is ChangeState.NOT_FOUND


def test_merged_keeps_the_merge_commit_only_after_the_merge(live: Rig) -> None:
    repo = live.standin.repos["acme/engine"]
    sha = repo.merge(7, YESTERDAY)
    repo.pulls[8] = Pull(8)
    assert live.refresh("acme/engine#7").merge_commit == sha
    assert live.refresh("acme/engine#8").merge_commit is None


LANDINGS = [
    ("closed by a commit", ("Merged",), [("closed", "a" * 40)], ChangeState.LANDED),
    (
        "label and a referenced commit",
        ("merged",),
        [("referenced", "b" * 40), ("closed", None)],
        ChangeState.LANDED,
    ),
    ("referenced only", (), [("referenced", "b" * 40), ("closed", None)], ChangeState.CLOSED),
    ("rejected", ("wontfix",), [("closed", None)], ChangeState.CLOSED),
]


@pytest.mark.parametrize(("name", "labels", "events", "state"), LANDINGS)
def test_bots_land(
    tmp_path: Path,
    name: str,
    labels: tuple[str, ...],
    events: list[tuple[str, str | None]],
    state: ChangeState,
) -> None:
    pull = Pull(7, state="closed", closed_at=YESTERDAY, labels=labels)
    pull.events = [{"event": kind, "commit_id": sha} for kind, sha in events]
    with rig(tmp_path / "s", landing=frozenset({"acme/engine"})) as live:
        live.standin.repos["acme/engine"] = engine()
        live.standin.repos["acme/engine"].pulls[7] = pull
        change = live.refresh("acme/engine#7")
    assert change.state is state
    told = {ChangeState.LANDED: "live.landed_as", ChangeState.CLOSED: "live.closed_unmerged"}
    assert [note.id for note in change.notes] == [told[state]]


def test_elsewhere_a_closed_request_is_closed(live: Rig) -> None:
    """Bots land only in the repositories that are configured."""
    pull = Pull(7, state="closed", labels=("merged",), events=[{"event": "closed", "commit_id": "a" * 40}])
    live.standin.repos["acme/engine"].pulls[7] = pull
    assert live.refresh("acme/engine#7").state is ChangeState.CLOSED


def test_a_commit_is_a_reference_too(live: Rig) -> None:
    repo = live.standin.repos["acme/engine"]
    sha = repo.commit("main", "Fix it\n\nlong", YESTERDAY)
    repo.release("v1.1.0", "main", YESTERDAY + timedelta(hours=1))
    change = live.refresh(f"acme/engine@{sha[:10]}")
    assert (change.type, change.state, change.title) == ("commit", ChangeState.MERGED, "Fix it")
    assert (change.containment, change.first_releases[0].version) == (Containment.RELEASED, "1.1.0")


REFUSALS = [
    ("404", ChangeState.NOT_FOUND, "live.not_found_or_private"),
    ("410", ChangeState.NOT_FOUND, "live.deleted"),
    ("451", ChangeState.UNKNOWN, "live.legal"),
    ("403", ChangeState.UNKNOWN, "live.private"),
    ("422", ChangeState.NOT_FOUND, "live.no_such_commit"),
]


@pytest.mark.parametrize(("kind", "state", "reason"), REFUSALS)
def test_refusals_have_their_own_words(live: Rig, kind: str, state: ChangeState, reason: str) -> None:
    live.standin.faults = [Fault(kind)]
    change = live.refresh("acme/engine#7")
    assert change.state is state
    assert change.reason is not None
    assert change.reason.id == reason


@pytest.mark.parametrize(("kind", "state", "reason"), REFUSALS)
def test_a_refusal_does_not_wipe_what_was_known(
    live: Rig, kind: str, state: ChangeState, reason: str
) -> None:
    live.standin.repos["acme/engine"].merge(7, YESTERDAY)
    live.refresh("acme/engine#7")
    live.standin.faults = [Fault(kind)]
    change = live.refresh("acme/engine#7")
    assert change.state is ChangeState.MERGED
    assert change.error is not None
    assert change.error.id == reason


def test_renamed_repositories_are_followed_and_named(live: Rig) -> None:
    live.standin.renamed["old/engine"] = "acme/engine"
    live.standin.repos["acme/engine"].pulls[7] = Pull(7, title="Fix it")
    change = live.refresh("old/engine#7")
    assert (change.id, change.state, change.title) == ("old/engine#7", ChangeState.OPEN, "Fix it")
    assert [(note.id, note.values["name"]) for note in change.notes] == [("live.transferred", "acme/engine")]


def test_a_retired_version_is_no_deleted_issue(live: Rig) -> None:
    live.standin.faults = [Fault("version")]
    change = live.refresh("acme/engine#7")
    assert change.error is not None
    assert change.error.id == "live.version_retired"


def test_a_bad_token_is_dropped_and_the_answer_comes_without(live_token: Rig) -> None:
    live_token.standin.refused_tokens = {"good"}
    live_token.standin.repos["acme/engine"].pulls[7] = Pull(7)
    assert live_token.refresh("acme/engine#7").state is ChangeState.OPEN
    assert [seen.headers.get("authorization") for seen in live_token.standin.seen] == ["Bearer good", None]


def test_a_policy_against_the_token_is_tried_without(live_token: Rig) -> None:
    live_token.standin.faults = [Fault("403", times=1)]
    live_token.standin.repos["acme/engine"].pulls[7] = Pull(7)
    assert live_token.refresh("acme/engine#7").state is ChangeState.OPEN


def test_every_request_pins_the_version_and_names_itself(live: Rig) -> None:
    live.standin.repos["acme/engine"].merge(7, YESTERDAY)
    live.refresh("acme/engine#7")
    assert live.standin.seen
    for seen in live.standin.seen:
        assert seen.headers["x-github-api-version"] == "2022-11-28"
        assert seen.headers["user-agent"]
        assert "authorization" not in seen.headers
