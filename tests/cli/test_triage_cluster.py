"""Triage on a local Dask cluster of three processes that are killed: in the middle, and by one log each time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.cli.triage import KILLED, UNREADABLE
from app.cli.triage_cluster import BATCH, ClusterRunner
from app.index.errors import IndexMissing
from app.index.open import IndexDirectory
from app.library import refresh_index
from tests.cli.processes import holds, killing

GOLDEN = Path(__file__).parents[2] / "content" / "vllm" / "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
KNOWN = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488\n"
UNKNOWN = "ValueError: no colour is called {n}\n"
FILES = 20 * BATCH
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler that answers, and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(folder: Path, failures: int) -> Iterator[Cluster]:
    """Three workers; a task whose workers died more than `failures` times is given up."""
    told = folder / "scheduler.json"
    quiet = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures)}
    places = ("--scheduler-file", str(told), "--no-dashboard")
    scheduler = _dask(folder, quiet, "scheduler", "--host", "127.0.0.1", "--port", "0", *places)
    processes = [scheduler]
    try:
        deadline = time.monotonic() + PATIENCE
        while not told.exists() or not told.read_bytes().strip():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        processes += [
            _dask(folder, quiet, "worker", "--nthreads", "1", "--no-nanny", *places) for _ in range(3)
        ]
        yield Cluster(json.loads(told.read_bytes())["address"], processes[1:])
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def _dask(folder: Path, quiet: dict[str, str], *arguments: str) -> subprocess.Popen[bytes]:
    with (folder / "said.txt").open("ab") as said:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=said, stderr=said, cwd=folder,
            env={**os.environ, **quiet, "PYTHONPATH": str(Path(__file__).parents[2])},
        )  # fmt: skip


@pytest.fixture
def indexed(tmp_path: Path) -> Path:
    """A data directory with the index of one article."""
    shutil.copytree(GOLDEN, tmp_path / "content" / "vllm" / GOLDEN.name)
    refresh_index(tmp_path / "content", IndexDirectory(tmp_path / "data"), lambda _: None)
    return tmp_path / "data"


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    """Logs, every second of them known."""
    folder = tmp_path / "logs"
    folder.mkdir()
    files = [folder / f"{n:04}.log" for n in range(FILES)]
    for n, file in enumerate(files):
        file.write_text(UNKNOWN.format(n=n) if n % 2 else KNOWN, encoding="utf-8")
    return files


def test_a_worker_killed_in_the_middle_loses_nothing(logs: list[Path], indexed: Path, tmp_path: Path) -> None:
    """One of three is killed when a tenth is done; every log is answered once and as it should be. Workers that find
    no index under the path say so."""
    with cluster(tmp_path, failures=3) as running:
        rows = []
        for row in ClusterRunner(running.address).rows(logs, indexed):
            rows.append(row)
            if len(rows) == FILES // 10:
                running.workers[0].kill()
        assert [worker.poll() for worker in running.workers] == [-9, None, None]
        with pytest.raises(IndexMissing, match=r"no index has been built here; run `faultbook index`"):
            list(ClusterRunner(running.address).rows(logs, tmp_path / "not shared"))
    assert sorted(row.file for row in rows) == [str(file) for file in logs]
    assert sum(row.verdict == "match" for row in rows) == FILES // 2
    assert all(row.slugs == (GOLDEN.name,) for row in rows if row.verdict == "match")


@pytest.mark.skipif(not os.environ.get("TORTURE"), reason="takes a minute: part of `make torture`")
def test_a_log_that_kills_its_workers_is_named(logs: list[Path], indexed: Path, tmp_path: Path) -> None:
    """A task is given up when its worker died; its logs are then tried alone, and all the others are read."""
    huge = tmp_path / "huge.log"
    with huge.open("wb") as file:
        file.truncate(40 * 2**30)
    few = logs[: BATCH * 2]
    with cluster(tmp_path, failures=0) as running:
        ours = {worker.pid for worker in running.workers}
        with killing(lambda pid: pid in ours and holds(pid, huge), most=2, among=lambda: ours) as killed:
            rows = list(ClusterRunner(running.address).rows([huge, *few], indexed))
    assert len(killed) == 2
    unread = [row for row in rows if row.verdict == UNREADABLE]
    assert [(row.file, row.error) for row in unread] == [(str(huge), KILLED)]
    assert len(rows) == len({row.file for row in rows}) == len(few) + 1
    assert sum(row.verdict == "match" for row in rows) == BATCH


def test_no_scheduler_is_said_in_one_line(indexed: Path, logs: list[Path]) -> None:
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"):
        list(ClusterRunner("tcp://127.0.0.1:9", patience=1).rows(logs, indexed))
