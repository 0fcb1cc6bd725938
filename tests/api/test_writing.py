"""What visitors may leave, who may see GPUs, and requests from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.state.store import Store
from tests.api.conftest import make_client

GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
TOKEN = "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH"  # noqa: S105  (made up, to be redacted)
LOG = f"token {TOKEN}\nRuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"
BEARER = "for-the-test"


def test_a_report_is_shared_redacted_read_and_deleted(client: TestClient) -> None:
    shared = client.post("/api/v1/reports", json={"text": LOG, "expires_days": 1})
    assert shared.status_code == 201
    body = shared.json()
    assert len(body["id"]) >= 20
    read = client.get(f"/api/v1/reports/{body['id']}").json()
    assert "hf_abc" not in read["text"]
    assert "1343488" in read["text"]
    wrong = client.delete(f"/api/v1/reports/{body['id']}", headers={"authorization": "Bearer guess"})
    assert wrong.status_code == 404
    right = {"authorization": f"Bearer {body['delete_token']}"}
    assert client.delete(f"/api/v1/reports/{body['id']}", headers=right).status_code == 204
    assert client.get(f"/api/v1/reports/{body['id']}").status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"text": ""},
        {"text": "x", "expires_days": 0},
        {"text": "x", "expires_days": 91},
        {"text": "x", "expires_days": True},
        {},
    ],
)
def test_nothing_worth_sharing_is_refused(client: TestClient, body: dict[str, object]) -> None:
    response = client.post("/api/v1/reports", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


def test_a_vote_replaces_the_one_before(client: TestClient) -> None:
    first = client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": True}).json()
    assert (first["up"], first["down"]) == (1, 0)
    second = client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": False}).json()
    assert (second["up"], second["down"]) == (0, 1)
    assert client.post("/api/v1/votes", json={"slug": "no-such", "helpful": True}).status_code == 404
    assert client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": 1}).status_code == 422


TEXTS = [
    ({"text": "It needs the ROCm flags too\u3000谢谢"}, 200, ["It needs the ROCm flags too 谢谢"]),
    ({"text": f"with {TOKEN}\x1b[31m\u202e\nof me@example.org"}, 200, ["with <redacted:"]),
    ({"text": "好" * 500}, 200, ["好" * 500]),
    ({"text": " \n"}, 200, []),
    ({"text": None}, 422, []),
    ({}, 200, []),
    ({"text": "x" * 501}, 422, []),
    ({"text": 7}, 422, []),
]


@pytest.mark.parametrize(("more", "status", "kept"), TEXTS)
def test_a_vote_may_say_what_was_missing(
    tmp_path: Path, more: dict[str, object], status: int, kept: list[str]
) -> None:
    """Redacted, without control characters, for the operator alone."""
    with make_client(tmp_path) as client:
        answer = client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": False, **more})
        assert answer.status_code == status
        if status == 200:
            assert answer.json() == {"slug": GOLDEN, "up": 0, "down": 1}
        page = client.get(f"/articles/{GOLDEN}").text + client.get(f"/api/v1/articles/{GOLDEN}").text
    store = Store.open(str(tmp_path / "state.sqlite"))
    found = [remark.text for remark in store.votes.remarks()]
    store.close()
    assert len(found) == len(kept)
    for text, start in zip(found, kept, strict=True):
        assert text.startswith(start)
        assert not any(secret in text for secret in (TOKEN, "me@example.org", "\x1b", "\u202e"))
        assert text not in page


def test_too_long_a_text_is_told_how_long_it_may_be(client: TestClient) -> None:
    told = client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": True, "text": "x" * 501})
    assert told.headers["content-type"] == "application/problem+json"
    assert "body.text" in told.json()["detail"]
    assert "500 characters" in told.json()["detail"]


def test_what_no_article_covers_is_counted_as_a_gap_without_its_numbers(tmp_path: Path) -> None:
    with make_client(tmp_path) as client:
        text = "RuntimeError: shape '[7, 11]' is invalid for input of size 4242"
        for _ in range(3):
            assert client.post("/api/v1/match", json={"text": text}).json()["verdict"] == "none"
        client.app.state  # noqa: B018  (the application is up)
    with make_client(tmp_path) as client:
        gaps = [gap for gap in client.get("/api/v1/gaps").json()["items"] if gap["kind"] == "error"]
        assert [gap["count"] for gap in gaps] == [3]
        assert "4242" not in gaps[0]["label"]


CROSS_SITE = [
    ({}, 200),
    ({"sec-fetch-site": "same-origin"}, 200),
    ({"sec-fetch-site": "none"}, 200),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"origin": "http://localhost"}, 200),
    ({"origin": "https://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"sec-fetch-site": "cross-site", "origin": "http://localhost"}, 200),
]


@pytest.mark.parametrize(("headers", "status"), CROSS_SITE)
def test_requests_of_other_sites_are_refused(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    response = client.post("/api/v1/votes", json={"slug": GOLDEN, "helpful": True}, headers=headers)
    assert response.status_code == status


GPU_SIGHT = [
    ("private", {}, 200),
    ("private", {"host": "localhost:8000"}, 200),
    ("private", {"host": "evil.example"}, 403),
    ("private", {"x-forwarded-for": "10.0.0.1"}, 403),
    ("private", {"forwarded": "for=10.0.0.1"}, 403),
    ("private", {"host": "evil.example", "authorization": f"Bearer {BEARER}"}, 200),
    ("private", {"host": "evil.example", "authorization": "Bearer wrong"}, 403),
    ("off", {}, 403),
    ("off", {"authorization": f"Bearer {BEARER}"}, 403),
    ("public", {"host": "evil.example"}, 200),
]


@pytest.mark.parametrize(("mode", "headers", "status"), GPU_SIGHT)
def test_gpu_state_is_shown_to_whom_the_operator_says(
    tmp_path: Path, mode: str, headers: dict[str, str], status: int
) -> None:
    with make_client(tmp_path, gpus=mode, gpu_token=BEARER) as client:
        response = client.get("/api/v1/gpus", headers=headers)
        assert response.status_code == status
        assert client.get("/gpus", headers=headers).status_code == 200


def test_a_public_address_ends_the_trust_in_loopback(tmp_path: Path) -> None:
    with make_client(tmp_path, public_url="https://faults.example") as client:
        assert client.get("/api/v1/gpus").status_code == 403
