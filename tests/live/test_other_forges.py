"""GitLab and Hugging Face, through the same two methods."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.live.build import open_refresher
from app.live.config import HttpConfig, LiveConfig
from app.live.gitlab import first_by_tags
from app.live.model import Change
from app.live.references import parse_reference
from app.live.view import LiveView
from app.state.clock import FixedClock
from app.state.store import Store
from tests.live.pages import Pages, serving
from tests.live.rig import NOW

SHA = "ab" * 20
REQUEST = "/api/v4/projects/group%2Fsub%2Fproj/merge_requests/12"
TAGS = f"/api/v4/projects/group%2Fsub%2Fproj/repository/commits/{SHA}/refs"


def _ask(tmp_path: Path, pages: Pages, path: str, forge: str) -> Change:
    clock = FixedClock(NOW)
    config = replace(LiveConfig(), **{f"{forge}_base": pages.base}, http=HttpConfig(total_seconds=2))
    store = Store.open(str(tmp_path / "s"), clock)
    view = LiveView(store, clock, config)
    ref = parse_reference(pages.base + path, config)
    assert ref is not None

    async def ask() -> None:
        async with open_refresher(store, view, clock, config) as refresher:
            await refresher.refresh(ref)

    asyncio.run(ask())
    store.close()
    return view.change(pages.base + path)


GITLAB: list[tuple[dict[str, Any], list[str], str, str, list[str]]] = [
    ({"state": "opened"}, [], "open", "unknown", []),
    ({"state": "opened", "draft": True}, [], "draft", "unknown", []),
    ({"state": "locked"}, [], "open", "unknown", []),
    ({"state": "closed"}, [], "closed", "unknown", []),
    (
        {"state": "merged", "merge_commit_sha": SHA},
        ["v1.1.0", "v1.0.3", "v1.2.0"],
        "merged",
        "released",
        ["1.0.3"],
    ),
    ({"state": "merged", "squash_commit_sha": SHA}, ["v1.1.0"], "merged", "released", ["1.1.0"]),
    ({"state": "merged", "sha": SHA}, ["v1.1.0rc1"], "merged", "unreleased", ["1.1.0rc1"]),
    ({"state": "merged", "merge_commit_sha": SHA}, [], "merged", "unreleased", []),
    ({"state": "merged"}, [], "merged", "unknown", []),
]


@pytest.mark.parametrize(("payload", "tags", "state", "containment", "versions"), GITLAB)
def test_gitlab(
    tmp_path: Path,
    payload: dict[str, Any],
    tags: list[str],
    state: str,
    containment: str,
    versions: list[str],
) -> None:
    payload = {"title": "Fix it", "merged_at": "2026-06-01T10:00:00.000+08:00", **payload}
    answers = {
        REQUEST: (200, json.dumps(payload)),
        TAGS: (200, json.dumps([{"type": "tag", "name": tag} for tag in tags])),
    }
    with serving(answers) as pages:
        change = _ask(tmp_path, pages, "/group/sub/proj/-/merge_requests/12", "gitlab")
    assert (change.type, change.state.value, change.containment.value) == ("pull", state, containment)
    assert [first.version for first in change.first_releases] == versions
    assert (change.title, change.error) == ("Fix it", None)


def test_gitlab_commit(tmp_path: Path) -> None:
    path = f"/api/v4/projects/group%2Fproj/repository/commits/{SHA}"
    commit = {"id": SHA, "title": "Fix it", "committed_date": "2026-06-01T10:00:00Z"}
    with serving({path: (200, json.dumps(commit)), f"{path}/refs": (200, '[{"name": "v2.0"}]')}) as pages:
        change = _ask(tmp_path, pages, f"/group/proj/-/commit/{SHA}", "gitlab")
    assert (change.type, change.state.value, change.first_releases[0].version) == ("commit", "merged", "2.0")


def test_too_many_tags_to_say_which_was_first() -> None:
    assert first_by_tags([f"v1.{number}" for number in range(100)]).containment.value == "unknown"


HUB = [
    ("models/zai-org/GLM", "/zai-org/GLM", {"status": "open", "isPullRequest": False}, "discussion", "open"),
    ("models/gpt2", "/gpt2", {"status": "closed", "isPullRequest": False}, "discussion", "closed"),
    ("datasets/a/b", "/datasets/a/b", {"status": "draft", "isPullRequest": True}, "pull", "draft"),
    (
        "spaces/a/b",
        "/spaces/a/b",
        {"status": "merged", "isPullRequest": True, "changes": {"mergeCommitId": SHA}},
        "pull",
        "merged",
    ),
]


@pytest.mark.parametrize(("api", "path", "payload", "kind", "state"), HUB)
def test_hugging_face(
    tmp_path: Path, api: str, path: str, payload: dict[str, Any], kind: str, state: str
) -> None:
    events = [{"type": "status-change", "status": state, "createdAt": "2026-06-01T10:00:00Z"}]
    body = json.dumps({"title": "Fix config", "events": events, **payload})
    with serving({f"/api/{api}/discussions/3": (200, body)}) as pages:
        change = _ask(tmp_path, pages, f"{path}/discussions/3", "huggingface")
    assert (change.type, change.state.value, change.title) == (kind, state, "Fix config")
    assert (change.merge_commit, change.merged_at is not None) == (
        (SHA, True) if state == "merged" else (None, False)
    )


@pytest.mark.parametrize(
    ("forge", "path"),
    [("gitlab", "/group/proj/-/merge_requests/12"), ("huggingface", "/zai-org/GLM/discussions/3")],
)
def test_what_is_not_there(tmp_path: Path, forge: str, path: str) -> None:
    with serving({}) as pages:
        change = _ask(tmp_path, pages, path, forge)
    assert change.state.value == "not_found"
    assert change.reason is not None
    assert change.reason.id == "live.not_found_or_private"


@pytest.mark.parametrize("body", ["", "[]", "null", '{"status": 7, "state": 7}', "<html>"])
@pytest.mark.parametrize(
    ("forge", "path", "api"),
    [
        ("gitlab", "/group/proj/-/merge_requests/12", "/api/v4/projects/group%2Fproj/merge_requests/12"),
        ("huggingface", "/zai-org/GLM/discussions/3", "/api/models/zai-org/GLM/discussions/3"),
    ],
)
def test_nonsense(tmp_path: Path, forge: str, path: str, api: str, body: str) -> None:
    with serving({api: (200, body)}) as pages:
        change = _ask(tmp_path, pages, path, forge)
    assert change.error is not None
    assert change.error.id == "live.wrong_json"


def test_a_forge_that_we_do_not_know_is_a_plain_link(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "s"))
    change = LiveView(store, FixedClock(NOW), LiveConfig()).change("https://gitee.com/a/b/pulls/7")
    assert (change.type, change.url) == ("link", "https://gitee.com/a/b/pulls/7")
    assert change.reason is not None
    assert change.reason.id == "live.plain_link"
    store.close()
