"""The server as a process of its own: start, faults while it runs, and its end."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

CONTENT = Path(__file__).parents[2] / "content" / "vllm"
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
OTHER = "vllm-no-memory-for-kv-cache-blocks"
PATIENCE = 60.0


@contextmanager
def serving(
    content: Path, data: Path, *arguments: str
) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes], Path]]:
    """A client of a running server, its process and the file with what it said."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = data.parent / f"said-{port}.txt"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FAULTBOOK_")}
    kept |= {"FAULTBOOK_CONTENT": str(content), "FAULTBOOK_DATA": str(data), "FAULTBOOK_LIVE": "false"}
    with said.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", "--port", str(port), *arguments],
            stdout=file, stderr=file, env=kept,
        )  # fmt: skip
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)
    try:
        until(lambda: ready(client), lambda: said.read_text(encoding="utf-8"))
        yield client, process, said
    finally:
        client.close()
        process.kill()
        process.wait()


def ready(client: httpx.Client) -> bool:
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def until(true: Callable[[], bool], told: Callable[[], str] = lambda: "") -> None:
    """Waits until `true()`; fails with what was told."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, told()
        time.sleep(0.1)


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """A small tree of two real articles."""
    for slug in (GOLDEN, OTHER):
        shutil.copytree(CONTENT / slug, tmp_path / "content" / "vllm" / slug)
    return tmp_path / "content"


def test_a_broken_article_is_named_and_the_others_serve(content: Path, tmp_path: Path) -> None:
    front = content / "vllm" / OTHER / "index.md"
    front.write_text(front.read_text(encoding="utf-8").replace("kind:", "knd:", 1), encoding="utf-8")
    with serving(content, tmp_path / "data") as (client, _, said):
        assert client.get(f"/articles/{GOLDEN}").status_code == 200
        assert client.get(f"/articles/{OTHER}").status_code == 404
        status = client.get("/status").text
        assert f"{OTHER}/index.md:" in status
        assert f"{OTHER}/index.md:" in said.read_text(encoding="utf-8")


def test_a_missing_translation_is_shown_in_the_other_language(content: Path, tmp_path: Path) -> None:
    (content / "vllm" / OTHER / "index.zh.md").unlink()
    with serving(content, tmp_path / "data") as (client, _, _said):
        page = client.get(f"/zh/articles/{OTHER}")
        assert page.status_code == 200
        assert 'lang="en"' in page.text


def test_changes_come_in_while_it_serves(content: Path, tmp_path: Path) -> None:
    with serving(content, tmp_path / "data", "--watch") as (client, _, _said):
        page = content / "vllm" / OTHER / "index.md"
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("---\n", "---\nbroken: [\n", 1), encoding="utf-8")
        until(lambda: client.get(f"/articles/{OTHER}").status_code == 404)
        assert client.get(f"/articles/{GOLDEN}").status_code == 200
        page.write_text(text, encoding="utf-8")
        until(lambda: client.get(f"/articles/{OTHER}").status_code == 200)


def test_a_damaged_index_is_built_anew_and_said(content: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(content, data) as (client, _, said):
        file = next(data.glob("index-*.sqlite"))
        file.chmod(0o600)
        file.write_bytes(b"\0" * 4096)
        until(lambda: "building the index anew" in said.read_text(encoding="utf-8"))
        until(lambda: client.get(f"/articles/{GOLDEN}").status_code == 200)
    next(data.glob("index-*.sqlite")).write_bytes(b"damaged")
    with serving(content, data) as (client, _, said):
        assert "building the index anew" in said.read_text(encoding="utf-8")
        assert client.get(f"/articles/{GOLDEN}").status_code == 200


def test_an_index_is_not_replaced_by_nothing_when_the_articles_are_gone(
    content: Path, tmp_path: Path
) -> None:
    """A folder that is not mounted, or an index that was built elsewhere: what is there serves."""
    data = tmp_path / "data"
    with serving(content, data) as (client, _, _said):
        assert client.get(f"/articles/{GOLDEN}").status_code == 200
    shutil.rmtree(content)
    with serving(content, data) as (client, _, said):
        assert client.get(f"/articles/{GOLDEN}").status_code == 200
        assert "the index that was brought here serves" in said.read_text(encoding="utf-8")


def test_what_was_acknowledged_outlives_a_kill(content: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(content, data) as (client, process, _said):
        shared = client.post("/api/v1/reports", json={"text": "RuntimeError: boom 4711"}).json()
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(content, data) as (client, _, _said):
        assert "4711" in client.get(f"/api/v1/reports/{shared['id']}").json()["text"]


def test_sigterm_ends_it_cleanly(content: Path, tmp_path: Path) -> None:
    with serving(content, tmp_path / "data") as (client, process, said):
        assert client.get("/").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) in (0, -signal.SIGTERM)
        assert "Traceback" not in said.read_text(encoding="utf-8")


def test_sigterm_lets_a_request_end(content: Path, tmp_path: Path) -> None:
    """A paste of which half has come when the signal does is read, diagnosed and answered."""
    body = b'{"text": "RuntimeError: shape \'[32, 64, 576]\' is invalid for input of size 1343488"}'
    head = f"POST /api/v1/match HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with serving(content, tmp_path / "data") as (client, process, _said):
        with socket.create_connection(("127.0.0.1", client.base_url.port or 0), 30) as connection:
            connection.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body[:20])
            assert client.get("/healthz").status_code == 200, "what came before this is in its hands"
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            connection.sendall(body[20:])
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        assert GOLDEN.encode() in answer
        assert process.wait(timeout=30) in (0, -signal.SIGTERM)
