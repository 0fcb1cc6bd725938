"""Everything that takes longer than `make test` has time for, one step after another, and a table at the end.

`python -m tests.torture` runs as root: small disks are mounted, PostgreSQL runs as its own user. TORTURE_MINUTES
(default 60) is about how long it takes: half of it is the soak, a quarter the fuzzing. Exits 1 when a step failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
MINUTES = 60.0
KILLS = "200"
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "7200")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done; again and again with other examples where it has minutes."""

    name: str
    command: tuple[str, ...]
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class Done:
    """How a step ended."""

    name: str
    times: int
    failed: bool
    seconds: float
    said: str


def steps(folder: Path, minutes: float) -> tuple[Step, ...]:
    """All of them. `folder` is where they may write."""
    kills = "tests/state/test_faults.py::test_kill_9_loses_nothing_that_was_acknowledged"
    together = (
        "tests/serving/test_farm.py",
        "tests/cli/test_triage_cluster.py",
        "tests/cli/test_triage_kills.py",
    )
    return (
        Step(
            f"{KILLS} kills of index builds", ("-m", "tests.index.kills", str(folder / "index"), KILLS, "11")
        ),
        Step(f"{KILLS} kills of writes, on SQLite and on PostgreSQL", (*PYTEST, kills)),
        Step("every piece of every Han run, every paste", ("-m", "tests.index.sweep")),
        Step("two processes behind nginx; triage killed", (*PYTEST, *together)),
        Step("generated requests", (*PYTEST, "tests/api/test_hostile_schema.py")),
        Step("fuzzing", (*PYTEST, "tests/fuzz"), minutes / 4),
        Step("soak", ("-m", "tests.serving.soak", str(minutes / 2))),
    )


def do(step: Step) -> Done:
    """Runs a step once, or until its minutes are over; ends with the first failure."""
    began, times, code, said = time.monotonic(), 0, 0, ""
    environment = {**os.environ, "TORTURE": "1", "TORTURE_KILLS": KILLS}
    while code == 0 and (times == 0 or time.monotonic() - began < step.minutes * 60):
        done = subprocess.run(
            [sys.executable, *step.command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        code, times = done.returncode, times + 1
        lines = done.stdout.strip().splitlines()
        said = done.stdout + done.stderr if code else lines[-1] if lines else ""
    return Done(step.name, times, code != 0, time.monotonic() - began, said)


def main(environment: dict[str, str], told: Sequence[str] = ()) -> int:
    """Runs the steps whose name holds one of `told`, or all."""
    if os.geteuid() != 0:
        sys.stderr.write(
            "torture mounts small disks and runs PostgreSQL as its own user: sudo make torture\n"
        )
        return 1
    results: list[Done] = []
    with tempfile.TemporaryDirectory() as folder:
        for step in steps(Path(folder), float(environment.get("TORTURE_MINUTES", MINUTES))):
            if told and not any(word in step.name for word in told):
                continue
            sys.stdout.write(f"==> {step.name}\n")
            sys.stdout.flush()
            results.append(do(step))
            sys.stdout.write(f"    {results[-1].said}\n")
    sys.stdout.write("\n| step | times | seconds | |\n|---|--:|--:|---|\n")
    for done in results:
        ended = "FAILED" if done.failed else "passed"
        sys.stdout.write(f"| {done.name} | {done.times} | {done.seconds:.0f} | {ended} |\n")
    sys.stdout.write(f"\nload {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    return 1 if any(done.failed for done in results) else 0


if __name__ == "__main__":
    sys.exit(main(dict(os.environ), sys.argv[1:]))
