"""One log of many diagnosed: the same function on this machine's cores and on those of a cluster."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from app.cli.reading import read_log
from app.index.open import Index, IndexDirectory
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Verdict
from app.matching.weights import Weights, load_weights
from app.reports.redact import redact
from app.text.template import template, template_id

UNREADABLE = "unreadable"
NOT_REGULAR = "not a regular file"
KILLED = "the process that read it was killed"
MATCHES = 3


@dataclass(frozen=True, slots=True)
class Sorted:
    """What became of one file."""

    file: str
    verdict: str
    """match | maybe | none | unreadable"""
    slugs: tuple[str, ...] = ()
    """The article of a match; up to three hypotheses of a maybe."""
    error: str | None = None
    """First line of the root cause, redacted; of an unreadable file why it is that."""
    signature: str | None = None
    """The error with its numbers, lists and paths masked."""
    signature_id: str | None = None
    line: int | None = None
    """Where the error stands, from 1."""


class Runner(Protocol):
    """Where logs are diagnosed."""

    def rows(self, files: Sequence[Path], data: Path) -> Iterator[Sorted]:
        """Every file once, in the order in which they are done. `data` is a directory with an index.

        A process that is killed takes nothing with it: what it read is read again by another, and named as
        unreadable when that ends the same way.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Bench:
    """What a process keeps between files."""

    index: Index
    profiles: Profiles
    weights: Weights


def files_under(paths: Sequence[Path]) -> list[Path]:
    """The files named, and those in folders that are named, each once. Links to folders are not followed."""
    found: dict[Path, None] = {}
    for path in paths:
        if not path.is_dir():
            found[path] = None
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            found.update((Path(folder) / name, None) for name in sorted(names))
    return list(found)


def sort_one(data: Path, path: Path) -> Sorted:
    """One file diagnosed; never raises for what it holds or for one that cannot be read."""
    try:
        # A pipe or device would be read for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            return Sorted(str(path), UNREADABLE, error=NOT_REGULAR)
        with path.open("rb") as file:
            report = read_log(file)
    except OSError as fault:
        return Sorted(str(path), UNREADABLE, error=fault.strerror or type(fault).__name__)
    bench = _bench(data)
    found = diagnose(report, bench.index, bench.profiles, bench.weights, MATCHES)
    kept = found.matches[: 1 if found.verdict is Verdict.MATCH else MATCHES]
    slugs = tuple(match.slug for match in kept)
    if not report.errors:
        return Sorted(str(path), found.verdict.value, slugs)
    event = report.errors[0]
    first = redact(event.message.partition("\n")[0])
    error = ": ".join(part for part in (event.type, first) if part) or None
    signature = ": ".join(part for part in (event.type, template(first)) if part) or None
    return Sorted(
        str(path),
        found.verdict.value,
        slugs,
        error,
        signature,
        template_id(signature) if signature else None,
        event.first_line,
    )


def killed(path: Path) -> Sorted:
    """The row of a file whose reading ends with a killed process each time."""
    return Sorted(str(path), UNREADABLE, error=KILLED)


@cache
def _bench(data: Path) -> _Bench:
    return _Bench(IndexDirectory(data).current(), Profiles(), load_weights())


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
