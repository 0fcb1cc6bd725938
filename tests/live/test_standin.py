"""The stand-in behaves as GitHub documents it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import httpx2
import pytest

from app.state.clock import FixedClock
from tests.live.github_standin import Fault, Standin, running
from tests.live.github_world import Pull, Repo
from tests.live.rig import NOW

AGENT = {"user-agent": "test"}


@pytest.fixture
def standin() -> Iterator[Standin]:
    repo = Repo("acme/engine")
    for number in range(1, 300):
        repo.commit("main", f"Change {number} (#{number})", NOW + timedelta(minutes=number))
        if number == 3:
            repo.branch("old", "main")
    repo.commit("old", "Pick", NOW + timedelta(days=1))
    repo.commit("island", "Alone", NOW)
    for number in range(1, 36):
        repo.release(f"v1.{number}.0", "main", NOW + timedelta(days=number), draft=number == 35)
    repo.pulls = {7: Pull(7), 8: Pull(8, kind="issue")}
    with running(Standin(FixedClock(NOW), {"acme/engine": repo}, {"old/engine": "acme/engine"})) as server:
        yield server


def _get(standin: Standin, path: str, **headers: str) -> httpx2.Response:
    return httpx2.get(standin.base + path, headers={**AGENT, **headers}, trust_env=False)


COMPARE = [
    ("main...main", "identical", 0, 0),
    ("old...main", "diverged", 296, 1),
    ("main...old", "diverged", 1, 296),
    ("v1.1.0...main", "identical", 0, 0),
]


@pytest.mark.parametrize(("spec", "status", "ahead", "behind"), COMPARE)
def test_compare(standin: Standin, spec: str, status: str, ahead: int, behind: int) -> None:
    body = _get(standin, f"/repos/acme/engine/compare/{spec}").json()
    assert (body["status"], body["ahead_by"], body["behind_by"]) == (status, ahead, behind)
    assert body["total_commits"] == ahead
    assert len(body["commits"]) == min(ahead, 250)


def test_compare_pages_in_order_and_holds_files_on_the_first_page_only(standin: Standin) -> None:
    pages = [
        _get(standin, f"/repos/acme/engine/compare/old...main?per_page=100&page={n}").json()
        for n in (1, 2, 3, 4)
    ]
    commits = [commit["commit"]["message"] for page in pages for commit in page["commits"]]
    assert commits == [f"Change {number} (#{number})" for number in range(4, 300)]
    assert ["files" in page for page in pages] == [True, False, False, False]


def test_unrelated_histories_are_404(standin: Standin) -> None:
    assert _get(standin, "/repos/acme/engine/compare/main...island").status_code == 404


def test_releases_come_newest_first_without_drafts(standin: Standin) -> None:
    first = _get(standin, "/repos/acme/engine/releases").json()
    assert (len(first), first[0]["tag_name"]) == (30, "v1.34.0")
    assert len(_get(standin, "/repos/acme/engine/releases?per_page=30&page=2").json()) == 4


def test_etags_belong_to_the_token_and_304_is_free_only_with_one(standin: Standin) -> None:
    path = "/repos/acme/engine/issues/7"
    anonymous = _get(standin, path).headers["etag"]
    owner = _get(standin, path, authorization="Bearer t").headers["etag"]
    assert anonymous != owner
    again = _get(standin, path, **{"if-none-match": anonymous})
    assert (again.status_code, again.headers["x-ratelimit-remaining"]) == (304, "58")
    again = _get(standin, path, authorization="Bearer t", **{"if-none-match": owner})
    assert (again.status_code, again.headers["x-ratelimit-remaining"]) == (304, "4999")


def test_the_primary_limit(standin: Standin) -> None:
    standin.used[""] = 59
    assert _get(standin, "/repos/acme/engine/issues/7").status_code == 200
    refused = _get(standin, "/repos/acme/engine/issues/7")
    assert (refused.status_code, refused.headers["x-ratelimit-remaining"]) == (403, "0")
    assert int(refused.headers["x-ratelimit-reset"]) == int((NOW + timedelta(hours=1)).timestamp())
    assert isinstance(standin.clock, FixedClock)
    standin.clock.move(timedelta(hours=1))
    assert _get(standin, "/repos/acme/engine/issues/7").status_code == 200


REFUSED = [
    ({"user-agent": ""}, "/repos/acme/engine/issues/7", 403),
    ({"x-github-api-version": "2020-01-01"}, "/repos/acme/engine/issues/7", 400),
    ({"authorization": "Bearer bad"}, "/repos/acme/engine/issues/7", 401),
    ({}, "/repos/acme/engine/issues/7/", 404),
    ({}, "/repos/acme/engine/pulls/8", 404),
    ({}, "/repos/acme/engine/issues/9", 404),
    ({}, "/repos/acme/nothing/issues/7", 404),
    ({}, "/nothing", 404),
]


@pytest.mark.parametrize(("headers", "path", "status"), REFUSED)
def test_refusals(standin: Standin, headers: dict[str, str], path: str, status: int) -> None:
    standin.refused_tokens = {"bad"}
    assert _get(standin, path, **headers).status_code == status


def test_a_renamed_repository_redirects(standin: Standin) -> None:
    reply = _get(standin, "/repos/old/engine/issues/7?x=1")
    assert (reply.status_code, reply.headers["location"]) == (
        301,
        f"{standin.base}/repos/acme/engine/issues/7?x=1",
    )


def test_the_test_merge_is_shown_before_the_merge(standin: Standin) -> None:
    body = _get(standin, "/repos/acme/engine/pulls/7").json()
    assert (body["merged"], len(body["merge_commit_sha"])) == (False, 40)


def test_faults_end_after_their_times(standin: Standin) -> None:
    standin.faults = [Fault("500", times=1)]
    assert [_get(standin, "/repos/acme/engine/issues/7").status_code for _ in range(2)] == [500, 200]


def test_graphql_wants_a_token(standin: Standin) -> None:
    assert httpx2.post(f"{standin.base}/graphql", json={}, headers=AGENT, trust_env=False).status_code == 401
