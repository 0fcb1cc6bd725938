"""Kills a building process again and again and looks at what is left.

`python -m tests.index.kills DIRECTORY COUNT SEED` prints one JSON line: kills, how many came while a build
was under way, builds that were acknowledged, and every fault. It exits 1 when there is a fault.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from app.articles.model import Library
from app.index.build import build, digest_of
from app.index.errors import IndexMissing, IndexUnusableError
from app.index.files import BUILDING
from app.index.open import IndexDirectory
from tests.index.factory import article, library

BUILDS = 3.0
"""A kill comes at most this many builds after the start: some are interrupted, some are not."""


def libraries() -> list[Library]:
    """What is built in turn: small changes (the old file is copied), large ones (built from nothing), and
    none."""
    base = [article(f"article-{number:02}") for number in range(24)]
    changed = [article("article-03", kind="memory"), *base[4:], article("article-99")]
    other = [article(f"article-{number:02}", kind="cuda", software="sglang") for number in range(24)]
    return [library(*each) for each in (base, changed, other, base, base)]


@dataclass(slots=True)
class Tally:
    """What was seen."""

    kills: int = 0
    interrupted: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)


def _build_for_ever(directory: Path, start: int, acknowledge: int) -> None:
    made = libraries()
    turn = start
    while True:
        build(made[turn % len(made)], directory)
        os.write(acknowledge, f"{turn}\n".encode())
        turn += 1


def _kill_one(directory: Path, start: int, wait: float) -> int | None:
    """Kills one building process after `wait` seconds; the number of the last build that it acknowledged."""
    heard, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _build_for_ever(directory, start, acknowledge)
        finally:
            os._exit(1)
    os.close(acknowledge)
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(heard) as lines:
        turns = lines.read().split()
    return int(turns[-1]) if turns else None


def _look(directory: Path, allowed: set[str], tally: Tally) -> None:
    """What is left must be one of the two indexes that may serve, whole."""
    try:
        index = IndexDirectory(directory).current()
    except IndexMissing:
        if "" not in allowed:
            tally.faults.append("an acknowledged index is gone")
        return
    except IndexUnusableError as error:
        tally.faults.append(str(error))
        return
    if index.digest not in allowed:
        tally.faults.append(f"{index.digest} serves, expected one of {sorted(allowed)}")
    with closing(
        sqlite3.connect(f"{index.reader.path.as_uri()}?mode=ro&immutable=1", uri=True)
    ) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            tally.faults.append("integrity_check")
    if len([slug for slug in index.slugs() if index.article(slug)]) != index.count:
        tally.faults.append("an article is missing")


def _build_time(directory: Path) -> float:
    """Seconds that one build takes on this machine now, made ready by another."""
    build(libraries()[0], directory)
    start = time.perf_counter()
    build(libraries()[2], directory)
    return time.perf_counter() - start


def run(directory: Path, count: int, seed: int) -> Tally:
    """`count` kills at moments drawn from `seed`."""
    directory.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    digests = [digest_of(each) for each in libraries()]
    tally = Tally()
    turn, serving, longest = 0, "", BUILDS * _build_time(directory / "measured")
    for _ in range(count):
        last = _kill_one(directory, turn, chance.uniform(0, longest))
        # On a busy machine builds take longer than the measured one did.
        longest *= 1.5 if last is None else 0.9
        tally.kills += 1
        if last is not None:
            tally.acknowledged += last - turn + 1
            turn, serving = last + 1, digests[last % len(digests)]
        tally.interrupted += any(directory.glob(f"{BUILDING}*"))
        _look(directory, {serving, digests[turn % len(digests)]}, tally)
    build(libraries()[0], directory)
    if left := [path.name for path in directory.glob(f"{BUILDING}*")]:
        tally.faults.append(f"left behind: {left}")
    _look(directory, {digests[0]}, tally)
    return tally


def main(arguments: list[str]) -> int:
    """Runs and reports."""
    tally = run(Path(arguments[0]).absolute(), int(arguments[1]), int(arguments[2]))
    said = {name: getattr(tally, name) for name in ("kills", "interrupted", "acknowledged", "faults")}
    sys.stdout.write(json.dumps(said) + "\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
