"""What one client may send, and what happens beyond: 429, 503, 413, 408, 415."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.index.open import Index, IndexDirectory
from app.main import build_services, create_app
from app.settings import Settings
from app.state.clock import FixedClock
from app.state.store import Store
from app.web.gate import QUICK, Gate
from app.web.limits import BodyLimit
from app.web.problems import Problem, problem_response
from app.web.rate import Rate, read_rate
from app.web.rates import LIMITED, Limiter
from tests.api.conftest import make_client

NOON = datetime(2026, 3, 1, 12, 0, 7, tzinfo=UTC)
AWAY = ("203.0.113.9", 4711)
PASTE = {"text": "RuntimeError: shape '[7, 11]' is invalid for input of size 4242"}
LONG = {"text": PASTE["text"] + "\nINFO step done" * QUICK}
SLUG = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(str(tmp_path / "state.sqlite"), FixedClock(NOON))
    yield store
    store.close()


def asked_by(client: str, **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": raw, "client": (client, 1)})


RATES = [("60/minute", Rate(60, 60)), (" 5/second ", Rate(5, 1)), ("1000/hour", Rate(1000, 3600))]


@pytest.mark.parametrize(("text", "rate"), RATES)
def test_rates_are_read(text: str, rate: Rate) -> None:
    assert read_rate(text) == rate


@pytest.mark.parametrize(
    "text", ["60", "0/minute", "-1/minute", "60/day", "60 / minute", "many", "6٠/minute", "1/minute;2/hour"]
)
def test_other_rates_are_refused_by_name(text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Settings.model_validate({"rate_limit": text})
    (error,) = refused.value.errors()
    assert (error["loc"], "60/minute" in error["msg"]) == (("rate_limit",), True)


def test_proxies_are_addresses_never_everyone() -> None:
    assert Settings.model_validate({"trusted_proxies": "10.0.0.1, 10.1.0.0/16,fd00::/8"})
    with pytest.raises(ValidationError):
        Settings.model_validate({"trusted_proxies": "*"})


def test_the_share_of_a_client_comes_back_with_the_next_window(store: Store) -> None:
    clock = FixedClock(NOON)
    limiter = Limiter(Rate(2, 60), store.counters, clock, loopback=False)
    taken = [limiter.take(asked_by("203.0.113.9")) for _ in range(3)]
    assert taken == [None, None, 53]
    assert limiter.take(asked_by("203.0.113.10")) is None
    clock.move(timedelta(seconds=53))
    assert limiter.take(asked_by("203.0.113.9")) is None
    clock.move(timedelta(hours=-1))
    assert limiter.take(asked_by("203.0.113.9")) is None


SAME = [("2001:db8::1", "2001:db8::ffff", True), ("2001:db8::1", "2001:db8:0:1::1", False)]


@pytest.mark.parametrize(("one", "other", "same"), [*SAME, ("203.0.113.9", "203.0.113.8", False)])
def test_a_client_is_an_address_or_the_network_of_one_customer(
    store: Store, one: str, other: str, same: bool
) -> None:
    limiter = Limiter(Rate(1, 60), store.counters, FixedClock(NOON), loopback=False)
    assert limiter.take(asked_by(one)) is None
    assert (limiter.take(asked_by(other)) is not None) is same


def test_a_forwarding_header_alone_changes_nobody(store: Store) -> None:
    """Neither does it make a client, nor is a client behind a proxy of this machine a local one."""
    limiter = Limiter(Rate(1, 60), store.counters, FixedClock(NOON), loopback=False)
    assert limiter.take(asked_by("203.0.113.9", x_forwarded_for="198.51.100.1")) is None
    assert limiter.take(asked_by("203.0.113.9", x_forwarded_for="198.51.100.2")) is not None
    assert limiter.take(asked_by("127.0.0.1", host="localhost", x_forwarded_for="198.51.100.1")) is None
    assert limiter.take(asked_by("127.0.0.1", host="localhost", x_forwarded_for="198.51.100.1")) is not None
    assert all(limiter.take(asked_by("127.0.0.1", host="localhost:8000")) is None for _ in range(9))


def test_processes_share_what_they_count(store: Store) -> None:
    clock = FixedClock(NOON)
    one, other = (Limiter(Rate(3, 60), store.counters, clock, loopback=False) for _ in range(2))
    request = asked_by("203.0.113.9")
    assert [one.take(request), one.take(request), other.take(request)] == [None, None, None]
    one.share()
    other.share()
    assert other.take(request) is not None
    one.share()
    assert one.take(request) is not None, "quiet here since, and still it learns what the other counted"


def test_without_state_each_process_counts_alone(store: Store) -> None:
    limiter = Limiter(Rate(1, 60), store.counters, FixedClock(NOON), loopback=False)
    store.close()
    assert limiter.take(asked_by("203.0.113.9")) is None
    limiter.share()
    assert limiter.take(asked_by("203.0.113.9")) is not None


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One request a window for each client; behind a proxy that is believed."""
    settings = Settings.model_validate(
        {"data": tmp_path_factory.mktemp("data"), "live": False, "rate_limit": "1/hour"}
    )
    app = create_app(settings, told=lambda _: None)
    behind: Any = ProxyHeadersMiddleware(app, trusted_hosts="10.0.0.1")
    with TestClient(behind, base_url="http://localhost", client=("10.0.0.1", 1)) as client:
        yield client


def posted(client: TestClient, path: str, address: str) -> Any:
    body: dict[str, Any] = {"/api/v1/votes": {"slug": SLUG, "helpful": True}}.get(path, PASTE)
    forwarded = {"x-forwarded-for": address}
    if path.startswith("/api/"):
        return client.post(path, json=body, headers=forwarded)
    return client.post(path, data=body, headers=forwarded)


PATHS = (*sorted(LIMITED), "/zh/diagnose", "/zh/share", f"/articles/{SLUG}/vote")


@pytest.mark.parametrize("path", PATHS)
def test_every_limited_route_answers_429_and_pages_go_on(limited: TestClient, path: str) -> None:
    address = f"203.0.113.{PATHS.index(path) + 1}"
    assert posted(limited, path, address).status_code < 300
    refused = posted(limited, path, address)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 3600
    kind = refused.headers["content-type"].partition(";")[0]
    assert kind == ("application/problem+json" if path.startswith("/api/") else "text/html")
    if path.startswith("/api/"):
        assert refused.json()["status"] == 429
    for page in ("/", f"/articles/{SLUG}", "/api/v1/articles?q=kv"):
        assert limited.get(page, headers={"x-forwarded-for": address}).status_code == 200


READS = ("/r/x", "/zh/r/x", "/api/v1/reports/x")


@pytest.mark.parametrize("path", READS)
def test_looking_for_reports_counts_too(limited: TestClient, path: str) -> None:
    """Reading one is a diagnosis, and guessing at ids is work for the state."""
    headers = {"x-forwarded-for": f"198.51.100.{READS.index(path) + 1}"}
    assert limited.get(path, headers=headers).status_code in (404, 410)
    assert limited.get(path, headers=headers).status_code == 429
    assert limited.head(path, headers=headers).status_code == 429
    assert limited.delete("/api/v1/reports/x", headers=headers).status_code == 429


def test_loopback_is_limited_only_when_a_rate_is_set(client: TestClient, tmp_path: Path) -> None:
    explain = {"text": "shape '[7, 11]' is invalid for input of size 4242"}
    for _ in range(61):
        assert client.post("/api/v1/shapes/explain", json=explain).status_code == 200
    with make_client(tmp_path, rate_limit="1/hour") as chosen:
        codes = [chosen.post("/api/v1/shapes/explain", json=explain).status_code for _ in range(2)]
    assert codes == [200, 429]


class Held:
    """An index that the analysis of a paste gets only when the test lets it go on."""

    def __init__(self, index: IndexDirectory) -> None:
        self._index = index
        self.reached = threading.Semaphore(0)
        self.go_on = threading.Event()

    def current(self) -> Index:
        if threading.current_thread().name.startswith("analyse"):
            self.reached.release()
            assert self.go_on.wait(60)
        return self._index.current()


def test_busy_workers_leave_pages_alone(tmp_path: Path) -> None:
    """With every worker held and no queue a paste is told to come back, everything else answers."""
    settings = Settings.model_validate({"data": tmp_path, "live": False, "workers": 2, "queue": 0})
    services = build_services(settings, lambda _: None)
    held = Held(services.index)
    app = create_app(settings, replace(services, index=cast(IndexDirectory, held)), told=lambda _: None)
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 1)) as client:
        with ThreadPoolExecutor(2) as pool:
            pastes = [pool.submit(client.post, "/api/v1/match", json=paste) for paste in (PASTE, LONG)]
            try:
                assert all(held.reached.acquire(timeout=60) for _ in pastes)
                for path, body in (("/api/v1/match", {"json": PASTE}), ("/diagnose", {"data": PASTE})):
                    refused = client.post(path, **body)
                    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
                for path in ("/", f"/articles/{SLUG}", "/search?q=kv", "/readyz", "/api/v1/articles"):
                    assert client.get(path).status_code == 200, path
            finally:
                held.go_on.set()
        assert [paste.result().status_code for paste in pastes] == [200, 200]
        assert client.post("/api/v1/match", json=PASTE).status_code == 200


def bodies(*messages: Message | None, silent: float = 0.05) -> tuple[list[Message], bytes]:
    """What a client sees whose body comes as `messages` (None: nothing more comes), and what the routes saw."""
    seen, sent, coming = bytearray(), [], iter(messages)

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend((await receive())["body"])
        await Response("ok")(scope, receive, send)

    async def receive() -> Message:
        message = next(coming)
        if message is None:
            await asyncio.sleep(60)
        assert message is not None
        return message

    async def send(message: Message) -> None:
        sent.append(message)

    limit = BodyLimit(inner, 1024, lambda _, problem: problem_response(problem), silent=silent)
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
    asyncio.run(limit(scope, receive, send))
    return sent, bytes(seen)


def part(body: bytes, more: bool = True) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_that_stops_coming_is_given_up() -> None:
    sent, seen = bodies(part(b"Runtime"), None)
    assert (sent[0]["status"], seen) == (408, b"")
    assert (b"connection", b"close") in sent[0]["headers"]


def test_half_a_body_is_never_handed_on() -> None:
    assert bodies(part(b"Runtime"), {"type": "http.disconnect"}) == ([], b"")


def test_a_body_over_the_limit_is_read_to_its_end_then_refused() -> None:
    pieces = [part(b"x" * 40_000), part(b"x" * 40_000), part(b"x" * 9, more=False)]
    sent, seen = bodies(*pieces)
    assert (sent[0]["status"], seen) == (413, b"")
    assert bodies(part(b"a"), part(b"b", more=False))[1] == b"ab"


def test_the_gate_lets_in_again_after_a_failure() -> None:
    async def use(gate: Gate) -> list[int | str]:
        told: list[int | str] = []
        for work in (lambda: 1 // 0, lambda: 7):
            try:
                told.append(await gate.run(work))
            except ZeroDivisionError:
                told.append("failed")
        return told

    gate = Gate(1, 0)
    assert asyncio.run(use(gate)) == ["failed", 7]
    gate.close()


def test_long_work_stands_before_no_short_work() -> None:
    """Every thread for long pastes is busy and their queue full: short ones are answered, long ones refused."""

    async def use(gate: Gate, free: threading.Event) -> tuple[int, int]:
        busy = asyncio.create_task(gate.run(free.wait, QUICK + 1))
        await asyncio.sleep(0)
        short = await gate.run(lambda: 7, QUICK)
        with pytest.raises(Problem) as refused:
            await gate.run(lambda: 7, QUICK + 1)
        free.set()
        await busy
        return short, refused.value.status

    gate = Gate(2, 0)
    assert asyncio.run(use(gate, threading.Event())) == (7, 503)
    gate.close()
