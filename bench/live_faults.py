"""Article pages while the forge is healthy, gone, slow, lying or limiting, and what a reader sees of it.

`python -m bench.live_faults [SECONDS]` (default 5 a fault) serves Faultbook over a stand-in for GitHub. Before each
fault every reference has an answer that is a day old and due. Printed are p50 and p99 of an article page at a steady
rate, what the page says of its references, and whether all that was known is there after `kill -9`.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.live.config import LiveConfig
from app.live.model import ChangeState
from app.live.references import parse_reference
from app.live.view import LiveView
from app.main import STATE_FILE
from app.state.clock import SystemClock
from app.state.store import Store
from bench.client import ask
from bench.load import SLUG, Ask
from tests.live.github_standin import Fault, Standin, running
from tests.live.github_world import Pull, Repo

PAGE = (Ask(f"/articles/{SLUG}"),)
RATE = 20.0
WARM_UP = 1.0
DAY = timedelta(days=1)
TITLE = "Known before the fault"
NOBODY = "http://127.0.0.1:9"
"""Nobody listens on the discard port."""

FAULTS: tuple[tuple[str, Fault | None], ...] = (
    ("healthy", None),
    ("unreachable", None),
    ("slow: never answers", Fault("hang")),
    ("slow: drips", Fault("drip")),
    ("lying: a web page", Fault("html")),
    ("lying: other JSON", Fault("list")),
    ("lying: endless", Fault("huge")),
    ("redirects elsewhere", Fault("redirect", value="https://example.org/")),
    ("error 502", Fault("502")),
    ("rate limit", Fault("primary")),
)


@contextmanager
def serving(data: Path, api: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the process of Faultbook over `data`; killed at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environment = {**os.environ, "FAULTBOOK_DATA": str(data), "FAULTBOOK_GITHUB_API": api}
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", "--port", str(port)],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _until(lambda: bool(_refs(port)))
        yield port, process
    finally:
        process.kill()
        process.wait()


def _until(true: object, seconds: float = 180) -> None:
    assert callable(true)
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.2)


def _refs(port: int) -> list[dict[str, str | None]]:
    """What the API says of the article's references; empty while nobody answers."""
    address = f"http://127.0.0.1:{port}/api/v1/articles/{SLUG}/live"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            refs: list[dict[str, str | None]] = json.loads(answer.read())["refs"]
    except OSError:
        return []
    return refs


def _answered(port: int) -> int:
    return sum(ref["title"] == TITLE for ref in _refs(port))


def _errors(port: int) -> list[str]:
    return sorted({error for ref in _refs(port) if (error := ref["error"])})


def _kept(data: Path, ids: list[str]) -> bool:
    """Whether another process finds every answer in the state."""
    clock = SystemClock()
    store = Store.open(str(data / STATE_FILE), clock)
    view = LiveView(store, clock, LiveConfig())
    view.sync()
    changes = [view.change(ref_id, mark=False) for ref_id in ids]
    store.close()
    return all((change.state, change.title) == (ChangeState.OPEN, TITLE) for change in changes)


def _world(standin: Standin, ids: list[str]) -> list[str]:
    """Every reference to a number is an open pull request; returns those."""
    asked = []
    for text in ids:
        ref = parse_reference(text, LiveConfig())
        if ref is not None and ref.number is not None:
            repo = standin.repos.setdefault(ref.name, Repo(ref.name))
            repo.pulls[ref.number] = Pull(ref.number, TITLE)
            asked.append(text)
    return asked


def _make_old(data: Path) -> None:
    """The answers become a day old, and due; what is known of the host is forgotten."""
    store = Store.open(str(data / STATE_FILE), SystemClock())
    past = datetime.now(UTC) - timedelta(hours=1)
    rows = [row for row in store.live.changed_since(None) if row.value is not None]
    store.live.put(
        replace(row, fetched_at=past - DAY, next_try=past, next_viewed=past, error=None, failures=0)
        for row in rows
    )
    for host in store.hosts.all():
        store.hosts.put(replace(host, blocked_until=None, reason=None, failures=0, remaining=None))
    store.close()


def measure(
    name: str, data: Path, standin: Standin, fault: Fault | None, ids: list[str], seconds: float
) -> bool:
    """Prints the row of one fault; returns whether all that was known is there after the kill."""
    _make_old(data)
    standin.faults = [fault] if fault else []
    standin.used.clear()
    with serving(data, NOBODY if name == "unreachable" else standin.base) as (port, process):
        requests = [each.at(port) for each in PAGE]
        ask(port, requests, WARM_UP, RATE)
        _, latencies = ask(port, requests, seconds, RATE)
        _until(lambda: name == "healthy" or _errors(port))
        told = _errors(port)
        process.kill()
        process.wait()
    kept = _kept(data, ids)
    cuts = statistics.quantiles(latencies, n=100)
    print(
        f"{name:20} p50 {cuts[49] * 1000:6.1f} ms  p99 {cuts[98] * 1000:6.1f} ms  "
        f"{'all kept' if kept else 'LOST'}  {'; '.join(told) or 'fresh answers'}",
        flush=True,
    )
    return kept


def main(seconds: float) -> int:
    """The fault table; 1 where anything known was lost."""
    with tempfile.TemporaryDirectory() as folder, running(Standin(SystemClock())) as standin:
        data = Path(folder)
        standin.limit_without_token = 10**6
        with serving(data, standin.base) as (port, _):
            article = f"http://127.0.0.1:{port}/api/v1/articles/{SLUG}"
            with urllib.request.urlopen(article, timeout=30) as answer:
                ids = [ref["id"] for ref in json.loads(answer.read())["refs"]]
            asked = _world(standin, ids)
            _until(lambda: _answered(port) >= len(asked))
        kept = [measure(name, data, standin, fault, asked, seconds) for name, fault in FAULTS]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
