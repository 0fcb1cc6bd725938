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
from app.main import live_config
from app.settings import Settings
from app.state.clock import FixedClock
from app.state.store import Store
from tests.live.pages import Pages, serving
from tests.live.rig import NOW

SHA = "ab" * 20
REQUEST = "/api/v4/projects/group%2Fsub%2Fproj/merge_requests/12"
TAGS = f"/api/v4/projects/group%2Fsub%2Fproj/repository/commits/{SHA}/refs"


def _ask(tmp_path: Path, pages: Pages, path: str, forge: str, token: str | None = None) -> Change:
    """What the settings that point at the stand-in make of a reference."""
    clock = FixedClock(NOW)
    settings = Settings.model_validate({f"{forge}_url": pages.base, f"{forge}_token": token})
    config = replace(live_config(settings), http=HttpConfig(total_seconds=2))
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


PLACES = [
    (
        "gitlab",
        "/group/proj/-/merge_requests/12",
        "/api/v4/projects/group%2Fproj/merge_requests/12",
        {"state": "opened"},
        ("PRIVATE-TOKEN", "s3cret"),
    ),
    (
        "huggingface",
        "/zai-org/GLM/discussions/3",
        "/api/models/zai-org/GLM/discussions/3",
        {"status": "open", "isPullRequest": True},
        ("Authorization", "Bearer s3cret"),
    ),
]


@pytest.mark.parametrize(("forge", "path", "api", "payload", "header"), PLACES)
def test_the_token_goes_to_its_host_in_its_header(
    tmp_path: Path, forge: str, path: str, api: str, payload: dict[str, Any], header: tuple[str, str]
) -> None:
    name, value = header
    with serving({api: (200, json.dumps(payload))}) as pages:
        _ask(tmp_path, pages, path, forge)
        _ask(tmp_path, pages, path, forge, "s3cret")
    assert [seen.get(name) for seen in pages.headers] == [None, value]


@pytest.mark.parametrize(("forge", "path", "api", "payload", "header"), PLACES)
def test_a_refused_token_is_dropped_and_in_no_log(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    forge: str,
    path: str,
    api: str,
    payload: dict[str, Any],
    header: tuple[str, str],
) -> None:
    """The answer comes without it; the operator is told the host."""
    with caplog.at_level(1), serving({api: (200, json.dumps(payload))}) as pages:
        pages.refused = "s3cret"
        change = _ask(tmp_path, pages, path, forge, "s3cret")
    assert (change.state.value, change.error) == ("open", None)
    assert [header[0] in seen for seen in pages.headers] == [True, False]
    assert "refuses the token" in caplog.text
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize(("forge", "path", "api", "payload", "header"), PLACES)
def test_what_is_closed_to_us_is_not_called_missing(
    tmp_path: Path, forge: str, path: str, api: str, payload: dict[str, Any], header: tuple[str, str]
) -> None:
    """403 is there, but closed; 451 has its own words."""
    for status, reason in ((403, "live.private"), (451, "live.legal")):
        with serving({api: (status, json.dumps(payload))}) as pages:
            change = _ask(tmp_path, pages, path, forge)
        assert change.state.value == "unknown"
        assert change.reason is not None
        assert change.reason.id == reason


def test_only_the_configured_hosts_are_references() -> None:
    """With another base the public site is a plain link, and is not among the hosts that are asked."""
    config = live_config(
        Settings.model_validate(
            {
                "github_api": "https://git.example/api/v3",
                "github_url": "https://git.example",
                "gitlab_url": "https://lab.example/root/",
                "huggingface_url": "http://hub.example:8080",
            }
        )
    )
    assert config.hosts == ("git.example", "lab.example", "hub.example:8080")
    assert config.github.graphql_url == "https://git.example/api/graphql"
    for base in ("https://github.com", "https://gitlab.com", "https://huggingface.co"):
        for path in ("/a/b/pull/7", "/a/b/-/merge_requests/7", "/a/b/discussions/7"):
            assert parse_reference(base + path, config) is None
    for address, url in (
        ("https://git.example/a/b/pull/7", "https://git.example/a/b/pull/7"),
        ("a/b#7", "https://git.example/a/b/issues/7"),
        (
            "https://lab.example/root/a/b/-/merge_requests/7",
            "https://lab.example/root/a/b/-/merge_requests/7",
        ),
        ("http://hub.example:8080/a/b/discussions/7", "http://hub.example:8080/a/b/discussions/7"),
    ):
        ref = parse_reference(address, config)
        assert ref is not None
        assert ref.url == url


def test_the_link_of_a_lying_forge_is_not_shown(tmp_path: Path) -> None:
    """An address that does not lie on the forge is replaced by the reference's own."""
    for address in ("javascript:alert(1)", "https://evil.example/a/b/-/merge_requests/12", "x" * 9000):
        payload = {"state": "opened", "web_url": address}
        with serving({PLACES[0][2]: (200, json.dumps(payload))}) as pages:
            change = _ask(tmp_path, pages, PLACES[0][1], "gitlab")
        assert change.url == pages.base + PLACES[0][1]


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
