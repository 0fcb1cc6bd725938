"""Which release first holds a change: written cases, and ten real pull requests of a recorded history."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.live.model import Change, ChangeState, Containment
from app.live.release_facts import named_in, read_commits
from app.live.tags import TagKind, read_tag
from tests.live.github_standin import Fault
from tests.live.github_world import Pull, Repo, load_repo, mention
from tests.live.rig import Rig

START = datetime(2026, 6, 1, tzinfo=UTC)
CASES = tomllib.loads((Path(__file__).parent / "releases.toml").read_text("utf-8"))["case"]
ACCELERATE = Path(__file__).parent.parent / "data" / "github" / "accelerate.json"


def _revert(repo: Repo, at: datetime, target: int, number: int, merged: bool) -> None:
    title = repo.pulls[target].title
    pull = Pull(number, f'Revert "{title}"', body=f"Reverts {repo.name}#{target}")
    repo.pulls[number] = pull
    if merged:
        repo.merge(number, at, pull.title)
        repo.pulls[number].body = pull.body
    repo.pulls[target].events.append(mention(repo, repo.pulls[number]))


def _pick(repo: Repo, at: datetime, number: int, subject: str, branch: str) -> None:
    repo.commit(branch, f"{subject}\n\n(cherry picked from commit {repo.pulls[number].merge_sha})", at)


STEPS: dict[str, Callable[..., object]] = {
    "merge": lambda repo, at, number, branch="main": repo.merge(number, at, branch=branch),
    "commit": lambda repo, at, message, branch="main": repo.commit(branch, message, at),
    "branch": lambda repo, _at, name, where: repo.branch(name, where),
    "release": lambda repo, at, tag, where, notes="": repo.release(tag, where, at, body=notes),
    "unreleased": lambda repo, _at: repo.releases.clear(),
    "tag": lambda repo, _at, tag, where: repo.tag(tag, where),
    "untagged": lambda repo, at, tag, where: (
        repo.release(tag, where, at),
        repo.heads.pop(tag),
        repo.tags.discard(tag),
    ),
    "rc": lambda repo, at, tag, where: repo.release(tag, where, at, prerelease=True),
    "pick": _pick,
    "revert": lambda repo, at, target, number: _revert(repo, at, target, number, True),
    "revert-open": lambda repo, at, target, number: _revert(repo, at, target, number, False),
}


def _build(repo: Repo, steps: list[list[Any]]) -> None:
    for day, what, *rest in steps:
        STEPS[what](repo, START + timedelta(days=day), *rest)


def _said(change: Change) -> list[str]:
    return [f"{first.line} {first.version} {first.how}" for first in change.first_releases]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_first_release(live: Rig, case: dict[str, Any]) -> None:
    _build(live.standin.repos["acme/engine"], case["steps"])
    change = live.refresh("acme/engine#7")
    assert change.error is None
    assert _said(change) == case["first"]
    assert change.containment.value == case["containment"]
    assert change.state.value == case.get("state", "merged")
    assert (change.reason.id if change.reason else "") == case.get("reason", "")
    if change.state is ChangeState.MERGED:
        assert [note.id for note in change.notes] == case.get("notes", [])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_walk_broken_off_goes_on_and_ends_the_same(live: Rig, case: dict[str, Any]) -> None:
    """Every third request fails; what was learned on the way is not asked again."""
    _build(live.standin.repos["acme/engine"], case["steps"])
    change = live.show("acme/engine#7")
    for turn in range(12):
        live.standin.faults = [Fault("500", times=1)] if turn % 3 == 1 else []
        change = live.refresh("acme/engine#7")
        live.wait(hours=1)
    assert change.error is None
    assert (_said(change), change.containment.value) == (case["first"], case["containment"])


TEN = [
    (3074, ["0.34 0.34.1 cherry-pick", "1.0 1.0.0 ancestor"]),
    (3143, ["1.0 1.0.1 cherry-pick", "1.1 1.1.0 ancestor"]),
    (3217, ["1.1 1.1.1 cherry-pick", "1.2 1.2.0 ancestor"]),
    (3279, ["1.2 1.2.1 cherry-pick", "1.3 1.3.0 ancestor"]),
    (3211, ["1.2 1.2.1 cherry-pick", "1.3 1.3.0 ancestor"]),
    (3640, ["1.8 1.8.1 cherry-pick", "1.9 1.9.0 ancestor"]),
    (3742, ["1.10 1.10.1 cherry-pick", "1.11 1.11.0 ancestor"]),
    (3123, ["1.1 1.1.0 ancestor"]),
    (3787, ["1.11 1.11.0 ancestor"]),
    (4103, []),
]
"""Pull requests of huggingface/accelerate and what git itself says: `git tag --contains` of the merge commit
and of the release branch's commit with the same trailing number."""


@pytest.mark.parametrize(("number", "first"), TEN)
def test_ten_real_pull_requests(live: Rig, number: int, first: list[str]) -> None:
    live.standin.repos["huggingface/accelerate"] = load_repo(ACCELERATE)
    change = live.refresh(f"huggingface/accelerate#{number}")
    assert change.error is None
    assert _said(change) == first
    assert change.containment is (Containment.RELEASED if first else Containment.UNRELEASED)


def test_real_reverts(live: Rig) -> None:
    live.standin.repos["huggingface/accelerate"] = load_repo(ACCELERATE)
    for number in (3926, 3766):
        assert live.refresh(f"huggingface/accelerate#{number}").state is ChangeState.REVERTED


def test_the_repository_is_asked_once_for_all_its_changes(live: Rig) -> None:
    live.standin.repos["huggingface/accelerate"] = load_repo(ACCELERATE)
    for number in (3640, 3645):
        live.refresh(f"huggingface/accelerate#{number}")
    assert len(live.standin.paths("/releases")) == 1
    picks = live.standin.paths("/compare/main...")
    assert len(picks) == len(set(picks))


def test_released_is_not_asked_again(live: Rig) -> None:
    _build(live.standin.repos["acme/engine"], CASES[0]["steps"])
    live.refresh("acme/engine#7")
    live.standin.seen.clear()
    live.wait(days=400)
    live.look("acme/engine#7")
    assert live.step("acme/engine#7") == 0


def test_waiting_changes_are_found_when_the_release_comes(live: Rig) -> None:
    repo = live.standin.repos["acme/engine"]
    _build(repo, CASES[2]["steps"])
    assert live.refresh("acme/engine#7").containment is Containment.UNRELEASED
    live.wait(hours=7)
    repo.release("v1.1.0", "main", live.clock.now())
    assert live.step("acme/engine#7") == 1
    assert _said(live.show("acme/engine#7")) == ["1.1 1.1.0 ancestor"]


def test_a_list_that_does_not_reach_back_is_said(live: Rig) -> None:
    """Five pages of releases are read, no more; before the oldest of them nobody can tell which was first."""
    repo = live.standin.repos["acme/engine"]
    repo.merge(7, START)
    for day in range(510):
        repo.release(f"v2.{day}.0", "main", START + timedelta(days=2, hours=day))
    change = live.refresh("acme/engine#7")
    assert (change.containment, change.first_releases) == (Containment.UNKNOWN, ())
    assert change.reason is not None
    assert change.reason.id == "live.release_list_too_long"
    assert len(live.standin.paths("/releases")) == 5


def test_long_release_branches_are_read_page_by_page(live: Rig) -> None:
    repo = live.standin.repos["acme/engine"]
    repo.branch("cut", "main")
    repo.merge(7, START)
    for number in range(1000, 1230):
        repo.commit("cut", f"Pick (#{number})", START + timedelta(hours=number - 990))
    repo.commit("cut", "Fix it (#7)", START + timedelta(hours=300))
    repo.release("v1.1.1", "cut", START + timedelta(days=20))
    assert _said(live.refresh("acme/engine#7")) == ["1.1 1.1.1 cherry-pick"]
    assert len(live.standin.paths("compare/main...v1.1.1")) == 3


TAGS = [
    ("v0.25.1", False, TagKind.FINAL, "0.25", "0.25.1"),
    ("0.25.1", True, TagKind.RC, "rc", "0.25.1"),
    ("v0.9.2rc1", False, TagKind.RC, "rc", "0.9.2rc1"),
    ("v0.9.0.1", False, TagKind.FINAL, "0.9", "0.9.0.1"),
    ("v2.6.0.post1", False, TagKind.FINAL, "2.6", "2.6.0.post1"),
    ("b4567", False, TagKind.FINAL, "build", "b4567"),
    ("nightly-2026-06-01", False, TagKind.NIGHTLY, "nightly", "nightly-2026-06-01"),
    ("v2.7.0.dev20260101", False, TagKind.NIGHTLY, "nightly", "2.7.0.dev20260101"),
    ("release/1.2", False, TagKind.FINAL, "1.2", "1.2"),
    ("gateway-v0.3.1", False, TagKind.FINAL, "0.3", "0.3.1"),
    ("v1.2.3+cu121", False, TagKind.FINAL, "1.2", "1.2.3+cu121"),
    ("latest", False, TagKind.OTHER, "other", "latest"),
    ("langchain-core==0.3.1", False, TagKind.FINAL, "0.3", "0.3.1"),
    ("@acme/core@1.2.3", False, TagKind.FINAL, "1.2", "1.2.3"),
    ("pkg/v2.0.0-rc.1", False, TagKind.RC, "rc", "2.0.0-rc.1"),
]


@pytest.mark.parametrize(("tag", "prerelease", "kind", "line", "version"), TAGS)
def test_tags(tag: str, prerelease: bool, kind: TagKind, line: str, version: str) -> None:
    read = read_tag(tag, prerelease)
    assert (read.kind, read.line, read.version) == (kind, line, version)


PACKAGES = [
    ("v1.2.3", ""),
    ("release-1.2", ""),
    ("releases/v1.2", ""),
    ("b4567", ""),
    ("nightly", ""),
    ("gateway-v0.3.1", "gateway"),
    ("core@1.2.3", "core"),
    ("@acme/core@1.2.3", "@acme/core"),
    ("langchain-core==0.3.1", "langchain-core"),
]


@pytest.mark.parametrize(("tag", "package"), PACKAGES)
def test_whose_release_a_tag_is(tag: str, package: str) -> None:
    assert read_tag(tag).package == package


@given(st.text(max_size=300), st.booleans())
def test_any_tag_is_read(tag: str, prerelease: bool) -> None:
    assert read_tag(tag, prerelease).kind in TagKind


@given(st.lists(st.text(max_size=200), max_size=8))
def test_any_messages_are_read(messages: list[str]) -> None:
    picks = read_commits(messages)
    assert not picks.numbers & picks.reverted
    assert all(number >= 0 for number in named_in("\n".join(messages)))
