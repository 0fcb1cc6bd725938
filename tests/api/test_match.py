"""POST /api/v1/match: the right cause, the contract of its answer, and bad input."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.api.conftest import PASTE_LIMIT

GOLDEN = tomllib.loads((Path(__file__).parent / "golden.toml").read_text(encoding="utf-8"))["case"]
FIRST = GOLDEN[0]["text"]
MATCH_KEYS = {
    "slug", "title", "url", "error", "certainty", "score", "evidence", "workaround", "tell_apart", "refs",
    "version_affected", "version_reason",
}  # fmt: skip
ERROR_KEYS = {
    "type", "message", "family", "numbers", "frames", "first_line", "count", "wrapper", "explanation",
}  # fmt: skip


def ask(client: TestClient, text: str, **more: object) -> dict[str, Any]:
    response = client.post("/api/v1/match", json={"text": text, **more})
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_the_first_article_is_found_however_it_was_pasted(client: TestClient, case: dict[str, str]) -> None:
    body = ask(client, case["text"])
    if "slug" in case:
        assert (body["verdict"], body["matches"][0]["slug"]) == ("match", case["slug"])
    else:
        assert body["verdict"] != "match"
        assert case.get("never") not in [match["slug"] for match in body["matches"]]


def test_the_numbers_are_explained(client: TestClient) -> None:
    explanation = ask(client, FIRST)["explanation"]
    assert explanation["solved"]["needed"] == 656
    assert {known["value"] for known in explanation["known_as"]} == {576, 656}
    assert all(known["source"] for known in explanation["known_as"])


def test_every_key_of_the_contract_is_there(client: TestClient) -> None:
    body = ask(client, FIRST)
    assert set(body) >= {
        "verdict", "covered", "algorithm", "index", "language", "hint", "errors", "explanation", "environment",
        "matches", "near",
    }  # fmt: skip
    assert set(body["errors"][0]) == ERROR_KEYS
    assert set(body["matches"][0]) == MATCH_KEYS
    assert set(body["environment"]) >= {"packages", "gpus", "flags", "models"}
    assert 0 <= body["covered"] <= 1
    assert body["matches"][0]["url"] == "/articles/vllm-mla-fp8-ds-mla-kv-view-576-vs-656"


def test_plain_text_is_the_same_as_json(client: TestClient) -> None:
    plain = client.post("/api/v1/match", content=FIRST.encode(), headers={"content-type": "text/plain"})
    assert plain.json() == ask(client, FIRST)


def test_the_language_changes_the_sentences_only(client: TestClient) -> None:
    english, chinese = ask(client, FIRST), ask(client, FIRST, language="zh")
    assert chinese["matches"][0]["url"].startswith("/zh/articles/")
    assert chinese["explanation"]["solved"] == english["explanation"]["solved"]
    assert chinese["explanation"]["sentence"] != english["explanation"]["sentence"]
    assert chinese["matches"][0]["title"] != english["matches"][0]["title"]


def test_the_version_in_the_paste_is_compared(client: TestClient) -> None:
    for version, affected in (("0.25.1", True), ("0.24.0", False), ("0.26.0", False), ("0.99.0", False)):
        match = ask(client, f"vLLM API server version {version}\n{FIRST}")["matches"][0]
        assert match["version_affected"] is affected, version
        assert version in match["version_reason"]
    assert ask(client, FIRST)["matches"][0]["version_affected"] is None


def test_explain_keeps_the_losers_with_their_reason(client: TestClient) -> None:
    response = client.post("/api/v1/match?explain=1", json={"text": GOLDEN[10]["text"]})
    losers = {loser["slug"]: loser for loser in response.json()["losers"]}
    reason = losers["vllm-mla-fp8-ds-mla-kv-view-576-vs-656"]["reason"]
    assert "1343487" in reason


def test_none_shows_at_most_three_look_alikes_and_no_match(client: TestClient) -> None:
    body = ask(client, "RuntimeError: shape '[7, 11]' is invalid for input of size 4242")
    assert body["verdict"] == "none"
    assert body["matches"] == []
    assert len(body["near"]) <= 3


@pytest.mark.parametrize("text", ["", "   \n\n", "hello, my server is broken, please help"])
def test_a_paste_with_nothing_in_it_says_what_would_help(client: TestClient, text: str) -> None:
    body = ask(client, text)
    assert body["verdict"] == "none"
    assert body["hint"]


ENVIRONMENT = (
    "PyTorch version: 2.7.1\nGPU 0: NVIDIA A10\nGPU 1: NVIDIA A10\nNvidia driver version: 550.127.08"
)
HINTS = [
    (
        "en",
        "This is the environment; no error is in it.",
        "Read from it: torch 2.7.1, 2 x NVIDIA A10, Driver",
    ),
    ("zh", "这是环境信息，里面没有报错。", "已读到：torch 2.7.1, 2 x NVIDIA A10, Driver 550.127.08"),
]


@pytest.mark.parametrize(("language", "says", "read"), HINTS)
def test_an_environment_alone_is_called_one(client: TestClient, language: str, says: str, read: str) -> None:
    body = ask(client, ENVIRONMENT, language=language)
    assert (body["verdict"], body["errors"]) == ("none", [])
    assert says in body["hint"]
    assert read in body["hint"]


def test_bytes_that_are_no_text_are_answered(client: TestClient) -> None:
    noise = bytes(range(256)) * 50 + FIRST.encode()
    response = client.post("/api/v1/match", content=noise, headers={"content-type": "text/plain"})
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{", "body"),
        (b"[]", "body"),
        (b"{}", "text"),
        (b'{"text": 5}', "text"),
        (b'{"text": "x", "limit": 0}', "limit"),
        (b'{"text": "x", "limit": 21}', "limit"),
        (b'{"text": "x", "limit": true}', "limit"),
        (b'{"text": "x", "limit": "5"}', "limit"),
        (b'{"text": "x", "language": "de"}', "language"),
        (b"\xff\xfe", "body"),
    ],
)
def test_a_wrong_body_names_the_field(client: TestClient, body: bytes, field: str) -> None:
    response = client.post("/api/v1/match", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == 422
    assert field in [error["field"] for error in problem["errors"]]


@pytest.mark.parametrize("size", [PASTE_LIMIT + 1, 2 * PASTE_LIMIT, 20 * 1024 * 1024])
def test_a_paste_over_the_limit_is_413_with_the_remedy(client: TestClient, size: int) -> None:
    response = client.post("/api/v1/match", content=b"x" * size, headers={"content-type": "text/plain"})
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"
    assert "faultbook match" in response.json()["detail"]


def test_a_paste_of_just_the_limit_is_answered(client: TestClient) -> None:
    text = "x" * (PASTE_LIMIT - len(FIRST) - 1) + "\n" + FIRST
    response = client.post("/api/v1/match", content=text.encode(), headers={"content-type": "text/plain"})
    assert response.json()["verdict"] == "match"


@given(st.text(max_size=2000))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_breaks_it(client: TestClient, text: str) -> None:
    response = client.post(
        "/api/v1/match", content=text.encode("utf-8", "surrogatepass"), headers={"content-type": "text/plain"}
    )
    assert response.status_code == 200


def test_shapes_explain_reads_a_bare_message(client: TestClient) -> None:
    body = client.post("/api/v1/shapes/explain", json={"text": FIRST}).json()
    assert body["explanation"]["solved"]["needed"] == 656
    nothing = client.post("/api/v1/shapes/explain", json={"text": "good morning"}).json()
    assert nothing == {"family": None, "explanation": None}
