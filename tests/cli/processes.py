"""Processes of this one, watched from beside: who they are, what they read, and their end."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

WORKER = b"spawn_main"
"""What the command line of a process of `multiprocessing` holds."""


def workers() -> set[int]:
    """Process ids of the workers that this process started."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        # A thread may end between being listed and being read.
        text = _read(task / "children")
        found.update(int(pid) for pid in text.split())
    return {pid for pid in found if WORKER in _read(Path(f"/proc/{pid}/cmdline"))}


def holds(pid: int, path: Path) -> bool:
    """Whether the process has the file open."""
    try:
        return any(each.readlink() == path for each in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False


@contextmanager
def killing(
    wanted: Callable[[int], bool], most: int, among: Callable[[], set[int]] = workers
) -> Iterator[list[int]]:
    """Meanwhile those `among` the workers for which `wanted` holds are killed, `most` of them; the list tells
    which."""
    killed: list[int] = []
    stop = threading.Event()

    def kill() -> None:
        while len(killed) < most and not stop.wait(0.002):
            for pid in among() - set(killed):
                if len(killed) < most and wanted(pid):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        stop.set()
        killer.join()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
