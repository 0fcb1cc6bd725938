"""What is logged of a request: its route and what came of it, never what was sent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.main import create_app
from app.settings import Settings
from app.web.log import CatchFailures
from app.web.problems import problem_response

SENTENCE = "hunter2-4711"
SENT = [
    ("POST", "/api/v1/match", {"json": {"text": f"RuntimeError: {SENTENCE}"}}, "/api/v1/match", 200),
    ("POST", "/api/v1/match", {"content": f'{{"text": "{SENTENCE}'}, "/api/v1/match", 422),
    ("POST", "/diagnose", {"data": {"text": f"RuntimeError: {SENTENCE}"}}, "/diagnose", 200),
    ("GET", f"/search?q={SENTENCE}", {}, "/search", 200),
    ("GET", f"/{SENTENCE}", {}, "other", 404),
    ("GET", f"/articles/{SENTENCE}", {}, "/articles/{slug}", 404),
    ("GET", f"/api/v1/articles/{SENTENCE}", {}, "/api/v1/articles/{slug}", 404),
    ("GET", f"/zh/articles/{SENTENCE}", {}, "/zh/articles/{slug}", 404),
    ("GET", "/", {"headers": {"User-Agent": SENTENCE, "Authorization": f"Bearer {SENTENCE}"}}, "/", 200),
    ("POST", "/api/v1/match", {"content": b"x", "headers": {"Origin": "https://evil.example"}}, "other", 403),
]


def test_one_line_for_each_request_and_nothing_of_its_content(tmp_path: Path) -> None:
    lines: list[str] = []
    settings = Settings.model_validate({"data": tmp_path, "live": False, "access_log": True})
    with TestClient(create_app(settings, told=lines.append), base_url="http://localhost") as client:
        lines.clear()
        answers = [client.request(method, path, **rest) for method, path, rest, _, _ in SENT]
    told = [json.loads(line) for line in lines]
    assert [(row["method"], row["route"], row["status"]) for row in told] == [
        (method, route, status) for method, _, _, route, status in SENT
    ]
    assert [row["id"] for row in told] == [answer.headers["x-request-id"] for answer in answers]
    assert all(row.keys() == {"event", "id", "method", "route", "status", "ms"} for row in told)
    assert SENTENCE not in "".join(lines)


def test_it_is_quiet_by_default(tmp_path: Path) -> None:
    lines: list[str] = []
    settings = Settings.model_validate({"data": tmp_path, "live": False})
    with TestClient(create_app(settings, told=lines.append), base_url="http://localhost") as client:
        lines.clear()
        client.get("/")
    assert lines == []


async def breaks_before(scope: Scope, receive: Receive, send: Send) -> None:
    raise ValueError(f"could not read {SENTENCE!r}")


async def breaks_after(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ValueError(f"could not read {SENTENCE!r}")


def run(inner: object, told: list[str]) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    def answer(request: Request, problem: object) -> object:
        return problem_response(problem)  # type: ignore[arg-type]

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "state": {"request_id": "abc"}}
    catch = CatchFailures(inner, answer, told.append)  # type: ignore[arg-type]
    asyncio.run(catch(scope, receive, send))
    return sent


def test_a_failure_is_told_by_type_and_place() -> None:
    told: list[str] = []
    sent = run(breaks_before, told)
    assert (sent[0]["status"], json.loads(sent[1]["body"])["request_id"]) == (500, "abc")
    (row,) = (json.loads(line) for line in told)
    assert (row["type"], row["id"]) == ("ValueError", "abc")
    assert row["where"][-1].endswith(" breaks_before")
    assert SENTENCE not in told[0]
    assert SENTENCE.encode() not in sent[1]["body"]


def test_an_answer_that_broke_off_is_torn_not_ended() -> None:
    told: list[str] = []
    with pytest.raises(Exception, match=r"^$"):
        run(breaks_after, told)
    assert SENTENCE not in "".join(told)
