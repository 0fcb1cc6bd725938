"""Two processes behind nginx, with the very configuration that docs/operating.md shows."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2 as httpx

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "operating.md"
PATIENCE = 300.0
WHOLE = """
user root;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{shown}
}}
"""


@dataclass(frozen=True, slots=True)
class App:
    """One process and where it listens."""

    process: subprocess.Popen[bytes]
    port: int
    data: Path


@dataclass(frozen=True, slots=True)
class Farm:
    """The processes and the port of nginx."""

    apps: tuple[App, ...]
    port: int


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def configuration(ports: list[int], port: int, folder: Path) -> str:
    """The snippet of the documentation with our ports, inside what any nginx.conf has around it."""
    found = re.search(r"```nginx\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    shown = found[1].replace("listen 80;", f"listen 127.0.0.1:{port};")
    for place, ours in zip(("10.0.0.11:8000", "10.0.0.12:8000"), ports, strict=True):
        assert place in shown
        shown = shown.replace(place, f"127.0.0.1:{ours}")
    return WHOLE.format(folder=folder, shown=shown)


def deliver(built: Path, data: Path) -> None:
    """Brings an index as rsync does: each file appears whole, `current` last."""
    data.mkdir(exist_ok=True)
    for name in (*(path.name for path in built.glob("index-*.sqlite")), "current"):
        shutil.copyfile(built / name, data / f"coming-{name}")
        (data / f"coming-{name}").replace(data / name)


@contextmanager
def farm(folder: Path, built: Path, database: str, rate: str) -> Iterator[Farm]:
    """Two processes over copies of the index in `built`, and nginx before them. Fails where nginx is missing."""
    assert shutil.which("nginx"), (
        "the processes behind nginx need nginx: run `make torture`, which installs it"
    )
    apps, port = [], free_port()
    with ExitStack() as stack:
        for number in range(2):
            data = folder / f"data-{number}"
            deliver(built, data)
            apps.append(stack.enter_context(_app(folder, data, database, rate)))
        config = folder / "nginx.conf"
        config.write_text(configuration([app.port for app in apps], port, folder), encoding="utf-8")
        nginx = subprocess.Popen(["nginx", "-c", str(config), "-p", str(folder), "-g", "daemon off;"])
        stack.callback(nginx.wait)
        stack.callback(nginx.terminate)
        for at in (*(app.port for app in apps), port):
            until(lambda: answers(at), lambda: _said(folder))  # noqa: B023 -- called at once
        yield Farm(tuple(apps), port)


@contextmanager
def _app(folder: Path, data: Path, database: str, rate: str) -> Iterator[App]:
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FAULTBOOK_")}
    kept |= {
        "FAULTBOOK_CONTENT": "/nowhere",
        "FAULTBOOK_DATA": str(data),
        "FAULTBOOK_DATABASE": database,
        "FAULTBOOK_LIVE": "false",
        "FAULTBOOK_RATE_LIMIT": rate,
        "FAULTBOOK_TRUSTED_PROXIES": "127.0.0.1",
    }
    with (folder / f"{data.name}.txt").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", "--port", str(port)],
            stdout=said, stderr=said, env=kept, cwd=ROOT,
        )  # fmt: skip
    try:
        yield App(process, port, data)
    finally:
        process.kill()
        process.wait()


def answers(port: int) -> bool:
    """Whether something there says that it is ready."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def until(true: Callable[[], bool], told: Callable[[], str]) -> None:
    """Waits until `true()`; fails with what was told."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, told()
        time.sleep(0.1)


def _said(folder: Path) -> str:
    files = [*folder.glob("data-*.txt"), *folder.glob("error.log")]
    return "\n".join(file.read_text(encoding="utf-8", errors="replace")[-2000:] for file in files)
