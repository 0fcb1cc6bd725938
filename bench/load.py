"""Requests a second of the running server beside a bare Starlette response of the same size.

`python -m bench.load [SECONDS]` (default 5 for each figure) starts both servers, one process each, asks them from
connections that stay open, and prints one line a figure. Client and server share the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

SLUG = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
CONNECTIONS = 16
PASTE = json.dumps(
    {"text": "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"}
).encode()
ROUTES: tuple[tuple[str, str, str, bytes], ...] = (
    ("article page", "GET", f"/articles/{SLUG}", b""),
    ("search JSON", "GET", "/api/v1/articles?q=kv%20cache", b""),
    ("match, one line", "POST", "/api/v1/match", PASTE),
)
BARE = """
import sys, uvicorn
from starlette.responses import HTMLResponse
BODY = "x" * int(sys.argv[2])
async def app(scope, receive, send):
    await HTMLResponse(BODY)(scope, receive, send)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
"""


@contextmanager
def serving(*command: str) -> Iterator[int]:
    """The port of a server that answers; `{port}` in the command is replaced."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "FAULTBOOK_DATA": data, "FAULTBOOK_LIVE": "false"}
        process = subprocess.Popen(
            [sys.executable, *(part.replace("{port}", str(port)) for part in command)],
            env=environment, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _until_ready(port)
            yield port
        finally:
            process.terminate()
            process.wait()


def _until_ready(port: int) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.2)


async def ask(port: int, method: str, path: str, body: bytes, seconds: float) -> tuple[float, list[float]]:
    """Requests a second, and the latency of each in seconds."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    latencies: list[float] = []
    end = time.perf_counter() + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (began := time.perf_counter()) < end:
            writer.write(request)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200"), answer[:80]
            lower = answer.lower()
            length = lower.split(b"content-length: ")[1].split(b"\r\n")[0]
            await reader.readexactly(int(length))
            latencies.append(time.perf_counter() - began)
        writer.close()

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return len(latencies) / (time.perf_counter() - began), latencies


def tell(name: str, rate: float, latencies: Sequence[float]) -> None:
    """Prints one figure."""
    cuts = statistics.quantiles(latencies, n=100)
    print(f"{name}: {rate:.0f}/s, p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms")


def main(arguments: Sequence[str]) -> None:
    """Measures each route, then the bare response of the article page's size."""
    seconds = float(arguments[0]) if arguments else 5.0
    rates: dict[str, float] = {}
    with serving("-m", "app.cli", "serve", "--port", "{port}") as port:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/articles/{SLUG}") as page:
            size = len(page.read())
        for name, method, path, body in ROUTES:
            asyncio.run(ask(port, method, path, body, 1.0))
            rates[name], latencies = asyncio.run(ask(port, method, path, body, seconds))
            tell(name, rates[name], latencies)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bare.py"
        script.write_text(BARE, encoding="utf-8")
        with serving(str(script), "{port}", str(size)) as port:
            asyncio.run(ask(port, "GET", "/", b"", 1.0))
            bare, latencies = asyncio.run(ask(port, "GET", "/", b"", seconds))
            tell(f"bare Starlette response of {size} bytes", bare, latencies)
    print(f"article page / bare: {rates['article page'] / bare:.0%} (bar 50 %)")
    print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
