"""Logs diagnosed on this machine's cores, by processes that may be killed at any moment.

Each process has a pipe of its own and is handed a few files at a time; it answers one row a file, in order. So what
a dead process was reading is known, and its pipe, which nobody else holds, ends with it whenever it dies.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from app.cli.triage import Sorted, killed, sort_one

BATCH = 8
"""Files handed to a process at once."""
FEW = 4
"""Files up to which no process is started: starting one takes longer than reading them."""
STARTS = 8
"""Processes in a row that may die before they read anything; then none will, and the rest is not read."""


@dataclass(frozen=True, slots=True)
class LocalRunner:
    """So many processes at once on this machine."""

    jobs: int

    def rows(self, files: Sequence[Path], data: Path) -> Iterator[Sorted]:
        """See Runner."""
        if len(files) <= FEW or self.jobs == 1:
            return (sort_one(data, file) for file in files)
        return _Crew(files, data, min(self.jobs, -(-len(files) // BATCH))).rows()


@dataclass(slots=True)
class _Worker:
    """A process and what it still holds."""

    process: BaseProcess
    pipe: Connection
    held: deque[Path]
    """In the order in which it reads."""


class _Crew:
    """The processes of one run."""

    def __init__(self, files: Sequence[Path], data: Path, size: int) -> None:
        self._left = deque(files)
        self._data = data
        self._size = size
        self._struck: set[Path] = set()
        """Files that were being read when a process died."""
        self._stillborn = 0
        """Processes started since one last said that it can read."""
        self._workers: dict[object, _Worker] = {}
        """By their pipe."""

    def rows(self) -> Iterator[Sorted]:
        """Every file once."""
        try:
            while self._left or self._workers:
                self._fill()
                if not self._workers:
                    yield from map(killed, self._left)
                    return
                for pipe in wait([worker.pipe for worker in self._workers.values()]):
                    yield from self._heard(self._workers[pipe])
        finally:
            for worker in list(self._workers.values()):
                self._bury(worker)

    def _fill(self) -> None:
        """Starts processes while there are files for them and starting leads anywhere."""
        context = multiprocessing.get_context("spawn")
        while len(self._workers) < self._size and self._left and self._stillborn < STARTS:
            self._stillborn += 1
            ours, theirs = context.Pipe()
            process = context.Process(target=read_for, args=(theirs, self._data), daemon=True)
            process.start()
            # With our copy closed the pipe ends when the process does.
            theirs.close()
            self._workers[ours] = _Worker(process, ours, deque())

    def _heard(self, worker: _Worker) -> Iterator[Sorted]:
        """The row that a process sent, or of the file that it died of where that is the second time."""
        try:
            row = worker.pipe.recv()
            if row is None:
                self._stillborn = 0
            else:
                worker.held.popleft()
                yield row
            if not worker.held:
                self._hand_out(worker)
        except (EOFError, OSError):
            yield from self._mourn(worker)

    def _hand_out(self, worker: _Worker) -> None:
        """Gives a process its next files, or its leave. Raises OSError when it has died."""
        most = min(BATCH, -(-len(self._left) // self._size))
        while self._left and len(worker.held) < most:
            worker.held.append(self._left.popleft())
        worker.pipe.send(tuple(worker.held))
        if not worker.held:
            worker.process.join()
            self._bury(worker)

    def _mourn(self, worker: _Worker) -> Iterator[Sorted]:
        """Takes back what a dead process held; the file that it was reading is tried once more, at the end."""
        self._bury(worker)
        if not worker.held:
            return
        reading = worker.held.popleft()
        self._left.extendleft(reversed(worker.held))
        if reading in self._struck:
            yield killed(reading)
        else:
            self._struck.add(reading)
            self._left.append(reading)

    def _bury(self, worker: _Worker) -> None:
        """Nothing is left of the process."""
        del self._workers[worker.pipe]
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()


def read_for(parent: Connection, data: Path) -> None:
    """The life of a process: files in, a row for each out, until it is handed none or its parent is gone."""
    try:
        parent.send(None)
        while files := parent.recv():
            for file in files:
                parent.send(sort_one(data, file))
    except (EOFError, OSError, KeyboardInterrupt):
        return
