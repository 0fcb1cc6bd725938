"""Requests a second of the running server beside bare Starlette and beside Datasette over the same articles.

`python -m bench.load [SECONDS]` (default 5 for each figure) starts the servers one after another, one process each,
asks them from connections that stay open, and prints one line a figure. Client and server share the machine.
"""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from app.articles.load import load_tree
from bench.client import ask
from bench.stubs import load_cases

CONTENT = Path(__file__).parents[1] / "content"
SLUG = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
READY = 12.0
"""Seconds in which a started server prepares its articles (`app/warming.py`)."""
LINE = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"
WORDS = ("kv cache", "out of memory", "size mismatch", "nccl timeout", "cuda driver", "lora adapter", "fp8",
         "tensor parallel", "state_dict", "reshape array", "undefined symbol", "max_model_len", "broadcast",
         "chat template", "flash attention", "embedding index")  # fmt: skip
"""Sixteen searches, asked in turn, as people ask the same things."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request."""

    path: str
    body: bytes = b""

    def at(self, port: int) -> bytes:
        """The request as it goes over the wire: a POST where there is a body."""
        head = f"{'POST' if self.body else 'GET'} {self.path} HTTP/1.1\r\nHost: localhost:{port}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(self.body)}\r\n\r\n"
        return (head + kind).encode() + self.body


def paste(text: str) -> Ask:
    """A paste posted to the API."""
    return Ask("/api/v1/match", json.dumps({"text": text}).encode())


PAGE = "article page"
SEARCH = "search JSON"
ONE_LINE = "match, one line"
ROUTES: tuple[tuple[str, tuple[Ask, ...]], ...] = (
    (PAGE, (Ask(f"/articles/{SLUG}"),)),
    (SEARCH, tuple(Ask(f"/api/v1/articles?q={quote(words)}") for words in WORDS)),
    (ONE_LINE, (paste(LINE),)),
    ("match, development cases", tuple(paste(case.text) for case in load_cases())),
)
"""What is measured, and the requests that are sent for it in turn."""
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
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
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


def tell(name: str, rate: float, latencies: Sequence[float]) -> None:
    """Prints one figure."""
    cuts = statistics.quantiles(latencies, n=100)
    print(f"{name}: {rate:.0f}/s, p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms")


def measure(name: str, port: int, asks: Sequence[Ask], seconds: float) -> float:
    """Requests a second after three seconds of warming up; prints them."""
    requests = [each.at(port) for each in asks]
    ask(port, requests, 3.0)
    rate, latencies = ask(port, requests, seconds)
    tell(name, rate, latencies)
    return rate


def measure_at_ease(name: str, port: int, asks: Sequence[Ask], seconds: float, rate: float) -> None:
    """Prints the latencies at four fifths of the `rate` that the server can do."""
    _, latencies = ask(port, [each.at(port) for each in asks], seconds, rate * 0.8)
    cuts = statistics.quantiles(latencies, n=100)
    tell(f"{name} at 80 % of that", rate * 0.8, latencies)
    print(f"{name}: p99 / p50 at 80 %: {cuts[98] / cuts[49]:.1f} (bar 5)")


def measure_bare(size: int, seconds: float) -> float:
    """Requests a second of a Starlette response of `size` bytes and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bare.py"
        script.write_text(BARE, encoding="utf-8")
        name, asks = f"bare Starlette response of {size} bytes", [Ask("/")]
        with serving(str(script), "{port}", str(size)) as port:
            rate = measure(name, port, asks, seconds)
            measure_at_ease(name, port, asks, seconds, rate)
            return rate


def measure_datasette(seconds: float) -> tuple[float, float]:
    """Requests a second of Datasette's row page of the same article and of its full-text search as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "content.db"
        write_database(database)
        options = ("--port", "{port}", "--setting", "num_sql_threads", "2")
        with serving("-m", "datasette", "serve", str(database), *options) as port:
            row = measure("Datasette row page", port, [Ask(f"/content/articles/{SLUG}")], seconds)
            query = "/content/articles.json?_shape=objects&_size=20&_search="
            asks = [Ask(query + quote(words)) for words in WORDS]
            return row, measure("Datasette FTS JSON", port, asks, seconds)


def write_database(path: Path) -> None:
    """The shipped articles as a table with full text, as a Datasette user would have them."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE TABLE articles (slug TEXT PRIMARY KEY, title TEXT, summary TEXT, body TEXT)"
        )
        connection.executemany(
            "INSERT INTO articles VALUES (?, ?, ?, ?)",
            (
                (each.slug, page.title, page.summary, page.body)
                for each in load_tree(CONTENT).articles
                for page in [each.page("en")]
            ),
        )
        connection.execute(
            "CREATE VIRTUAL TABLE articles_fts USING fts5(title, summary, body, content='articles')"
        )
        connection.execute("INSERT INTO articles_fts(articles_fts) VALUES ('rebuild')")


def main(arguments: Sequence[str]) -> None:
    """Measures our routes, then the peers, and prints the ratios."""
    seconds = float(arguments[0]) if arguments else 5.0
    rates: dict[str, float] = {}
    with serving("-m", "app.cli", "serve", "--port", "{port}") as port:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/articles/{SLUG}") as page:
            size = len(page.read())
        time.sleep(READY)
        for name, asks in ROUTES:
            rates[name] = measure(name, port, asks, seconds)
            measure_at_ease(name, port, asks, seconds, rates[name])
    bare = measure_bare(size, seconds)
    row, found = measure_datasette(seconds)
    print(f"article page / bare: {rates[PAGE] / bare:.0%} (bar 50 %)")
    print(f"article page / Datasette row page: {rates[PAGE] / row:.0f}x (bar 10x)")
    print(f"search JSON / Datasette FTS JSON: {rates[SEARCH] / found:.0f}x (bar 20x)")
    print(f"{ONE_LINE}: {rates[ONE_LINE]:.0f}/s of one process (bar 400/s per core)")
    print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
