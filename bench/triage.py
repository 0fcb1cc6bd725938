"""Logs a second of `faultbook triage`: on one core, on all, and on a local Dask cluster.

`python -m bench.triage [LOGS]` (default 100,000) writes small logs made from the dev cases below the temporary
directory. One core, all cores and the cluster read a tenth of them each; all cores then read all of them.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from distributed import LocalCluster

from app.cli.triage import UNREADABLE, Runner, cores
from app.cli.triage_cluster import ClusterRunner
from app.cli.triage_local import LocalRunner
from app.index.open import IndexDirectory
from app.library import refresh_index

ROOT = Path(__file__).parents[1]
LOGS = 100_000
FOLDER = 1_000
"""Logs in one folder."""
LONGEST = 4_000
"""Characters of a log: its end, where the error stands."""


def write_logs(folder: Path, count: int) -> list[Path]:
    """`count` logs: the dev cases in turn, each with a number of its own in front."""
    with (ROOT / "tests" / "data" / "dev.jsonl").open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"][-LONGEST:] for line in lines]
    files = []
    for number in range(count):
        file = folder / f"{number // FOLDER:04}" / f"job-{number:06}.log"
        if number % FOLDER == 0:
            file.parent.mkdir(parents=True)
        text = f"INFO 01-31 10:15:44 [launcher.py:29] job {number} starts\n{texts[number % len(texts)]}\n"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def measured(name: str, runner: Runner, files: Sequence[Path], data: Path) -> float:
    """Logs a second; prints them. Every log must be answered once, none as unreadable."""
    began = time.perf_counter()
    rows = list(runner.rows(files, data))
    rate = len(files) / (time.perf_counter() - began)
    assert {row.file for row in rows} == set(map(str, files))
    assert len(rows) == len(files)
    counts = Counter(row.verdict for row in rows)
    assert counts[UNREADABLE] == 0
    print(f"triage of {len(files)} logs, {name}: {rate:.0f}/s {dict(sorted(counts.items()))}")
    return rate


def rates(files: Sequence[Path], data: Path) -> Iterator[tuple[str, float]]:
    """Name and logs a second of each way to read them."""
    few = files[: max(len(files) // 10, 1)]
    yield "one core", measured("one core", LocalRunner(1), few, data)
    yield "all cores", measured(f"{cores()} cores", LocalRunner(cores()), few, data)
    with LocalCluster(
        n_workers=cores(), threads_per_worker=1, dashboard_address=None, scheduler_port=0
    ) as cluster:
        yield (
            "cluster",
            measured(f"Dask, {cores()} workers", ClusterRunner(cluster.scheduler_address), few, data),
        )
    yield "everything", measured(f"{cores()} cores", LocalRunner(cores()), files, data)


def main(arguments: Sequence[str]) -> None:
    """Writes the logs and measures."""
    count = int(arguments[0]) if arguments else LOGS
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        refresh_index(ROOT / "content", IndexDirectory(data), lambda _: None)
        found = dict(rates(write_logs(Path(folder) / "logs", count), data))
    print(f"scaling from 1 to {cores()} cores: {found['all cores'] / found['one core']:.2f}x")
    print(f"per core, everything: {found['everything'] / cores():.0f}/s")
    print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
