"""Triage whose processes are killed: at their start, in the middle, always, and by one log again and again."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from app.cli.triage import KILLED, UNREADABLE, Sorted
from app.cli.triage_local import FEW, STARTS, LocalRunner
from app.index.open import IndexDirectory
from app.library import refresh_index
from tests.cli.processes import holds, killing, workers

GOLDEN = Path(__file__).parents[2] / "content" / "vllm" / "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
KNOWN = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488\n"
UNKNOWN = "ValueError: no colour is called {n}\n"
FILES = 40
HUGE = 40 * 2**30
"""Of a sparse file: reading it takes longer than seeing that it is read."""


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the index of one article."""
    root = tmp_path_factory.mktemp("triage")
    shutil.copytree(GOLDEN, root / "content" / "vllm" / GOLDEN.name)
    refresh_index(root / "content", IndexDirectory(root / "data"), lambda _: None)
    return root / "data"


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    """Logs, every second of them known."""
    files = [tmp_path / f"{n:03}.log" for n in range(FILES)]
    for n, file in enumerate(files):
        file.write_text(UNKNOWN.format(n=n) if n % 2 else KNOWN, encoding="utf-8")
    return files


def whole(rows: list[Sorted], files: list[Path]) -> bool:
    """Every file once, every second of them a match."""
    assert sorted(row.file for row in rows) == [str(file) for file in files]
    return sum(row.verdict == "match" for row in rows) == FILES // 2


def test_processes_killed_at_their_start(logs: list[Path], indexed: Path) -> None:
    """The first ones are killed as soon as they are seen: before they were handed anything."""
    with killing(lambda _: True, most=3) as killed:
        rows = list(LocalRunner(2).rows(logs, indexed))
    assert len(killed) == 3
    assert whole(rows, logs)
    assert not workers()


def test_processes_killed_at_any_moment(logs: list[Path], indexed: Path) -> None:
    """Kills at moments between the start of a process and its last file."""
    chance = random.Random(7)
    moments: dict[int, float] = {}

    def due(pid: int) -> bool:
        return time.monotonic() > moments.setdefault(pid, time.monotonic() + chance.uniform(0, 2))

    with killing(due, most=5) as killed:
        rows = list(LocalRunner(2).rows(logs, indexed))
    assert killed
    # A file may have been the one in hand twice; then it is named, and never lost.
    assert len(rows) == FILES
    assert len({row.file for row in rows}) == FILES
    assert sum(row.verdict == UNREADABLE for row in rows) <= len(killed) // 2


def test_a_process_killed_while_it_reads(logs: list[Path], indexed: Path, tmp_path: Path) -> None:
    """A log whose reading ends with a kill is tried once more, then named; the others are untouched."""
    huge = tmp_path / "000-huge.log"
    with huge.open("wb") as file:
        file.truncate(HUGE)
    with killing(lambda pid: holds(pid, huge), most=2) as killed:
        rows = list(LocalRunner(2).rows([huge, *logs], indexed))
    assert len(killed) == 2
    assert [(row.verdict, row.error) for row in rows if row.file == str(huge)] == [(UNREADABLE, KILLED)]
    assert whole([row for row in rows if row.file != str(huge)], logs)


def test_when_every_process_is_killed_it_ends(logs: list[Path], indexed: Path) -> None:
    with killing(lambda _: True, most=10**6) as killed:
        rows = list(LocalRunner(2).rows(logs, indexed))
    assert len(killed) >= STARTS
    assert [row.file for row in rows] == [str(file) for file in logs]
    assert {row.error for row in rows} == {KILLED}


def test_no_process_for_a_few_files(logs: list[Path], indexed: Path) -> None:
    with killing(lambda _: True, most=1) as killed:
        rows = list(LocalRunner(2).rows(logs[:FEW], indexed))
    assert ([row.verdict for row in rows], killed) == (["match", "none"] * (FEW // 2), [])
