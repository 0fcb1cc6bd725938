"""Two processes, one index build, one PostgreSQL, nginx before them; one process is killed under load."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from app.index.open import IndexDirectory
from app.library import refresh_index
from tests.serving.farm import ROOT, Farm, deliver, farm, until
from tests.state.postgres import cluster

pytestmark = pytest.mark.skipif(
    not os.environ.get("TORTURE"), reason="needs nginx, which takes long to install: part of `make torture`"
)
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
OTHER = "vllm-no-memory-for-kv-cache-blocks"
RATE = 100
SHARED = RATE // 10
"""What a process may grant beyond the rate to one that does not hurry: a client is shared from a tenth of it on."""
EXPLAIN = {"text": "shape '[7, 11]' is invalid for input of size 4242"}
PASTE = {"text": "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"}
UNKNOWN = {"text": "ValueError: no colour is called 7"}
CLIENTS = 6
LOAD_SECONDS = 8.0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Farm, Path]]:
    """The farm, and the folder in which its index was built."""
    folder = tmp_path_factory.mktemp("farm")
    built(folder, GOLDEN)
    with cluster() as server, farm(folder, folder / "built", server.url, f"{RATE}/hour") as made:
        yield made, folder


def built(folder: Path, *slugs: str) -> Path:
    """The directory of a new index of these articles."""
    for slug in slugs:
        shutil.copytree(
            ROOT / "content" / "vllm" / slug, folder / "content" / "vllm" / slug, dirs_exist_ok=True
        )
    refresh_index(folder / "content", IndexDirectory(folder / "built"), lambda _: None)
    return folder / "built"


def client_from(address: str, port: int) -> httpx.Client:
    """A client that nginx sees under this loopback address: one of its own for the limits."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=30)


def test_limits_are_shared(running: tuple[Farm, Path]) -> None:
    """A client may send what one process would grant it, not twice that; what both counted is shared every second."""
    made, _ = running
    codes: Counter[int] = Counter()
    with client_from("127.0.1.1", made.port) as client:
        for _ in range(10):
            codes += Counter(
                client.post("/api/v1/shapes/explain", json=EXPLAIN).status_code for _ in range(16)
            )
            time.sleep(1.5)
    assert set(codes) == {200, 429}
    assert RATE <= codes[200] <= RATE + 2 * SHARED


def test_gaps_are_shared(running: tuple[Farm, Path]) -> None:
    """What no article covers is counted wherever it was pasted, and read everywhere."""
    made, _ = running
    with client_from("127.0.1.2", made.port) as client:
        for _ in range(6):
            assert client.post("/api/v1/match", json=UNKNOWN).json()["verdict"] == "none"

    def counts(port: int) -> list[int]:
        return [gap["count"] for gap in httpx.get(f"http://127.0.0.1:{port}/api/v1/gaps").json()["items"]]

    for app in made.apps:
        until(lambda: counts(app.port) == [6], lambda: str(counts(app.port)))  # noqa: B023 -- called at once


def test_a_new_index_comes_in(running: tuple[Farm, Path]) -> None:
    """Built once, brought to both, served from the next request on."""
    made, folder = running
    ports = [app.port for app in made.apps]
    assert [httpx.get(f"http://127.0.0.1:{port}/articles/{OTHER}").status_code for port in ports] == [
        404,
        404,
    ]
    ready = built(folder, OTHER)
    for app in made.apps:
        deliver(ready, app.data)
    assert [httpx.get(f"http://127.0.0.1:{port}/articles/{OTHER}").status_code for port in ports] == [
        200,
        200,
    ]
    indexes = {httpx.get(f"http://127.0.0.1:{port}/readyz").json()["index"] for port in ports}
    assert indexes == {IndexDirectory(ready).current().digest}


def test_no_client_sees_that_a_process_is_killed(running: tuple[Farm, Path]) -> None:
    """Pages, searches and matches from several clients go on without one error while one of two is killed."""
    made, _ = running
    codes: list[Counter[str]] = [Counter() for _ in range(CLIENTS)]
    end = time.monotonic() + LOAD_SECONDS

    def ask(number: int) -> None:
        with client_from(f"127.0.2.{number + 1}", made.port) as client:
            turn = 0
            while time.monotonic() < end:
                turn += 1
                try:
                    if turn % 10 == 0 and turn < 10 * RATE // 2:
                        answer = client.post("/api/v1/match", json=PASTE)
                    else:
                        answer = client.get(f"/articles/{GOLDEN}" if turn % 2 else "/api/v1/articles?q=cache")
                    codes[number][str(answer.status_code)] += 1
                except httpx.HTTPError as fault:
                    codes[number][repr(fault)] += 1

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(LOAD_SECONDS / 3)
    before = sum(map(Counter.total, codes))
    made.apps[0].process.kill()
    for thread in threads:
        thread.join()
    total = sum(codes, Counter[str]())
    assert set(total) == {"200"}, total
    assert 0 < before < total["200"]
    assert made.apps[0].process.wait() == -9
    assert made.apps[1].process.poll() is None
