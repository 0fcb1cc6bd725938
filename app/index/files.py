"""The files of an index directory, and how they change hands without a moment at which none is valid."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CURRENT = "current"
"""The one-line file that names the index in use, its size in bytes and its sha256."""
LOCK = "build.lock"
BUILDING = "building-"
"""Prefix of a file that is being written; left behind by a build that was killed, removed by the next."""

_NAME = re.compile(r"index-([0-9a-f]{16})\.sqlite")
_LINE = re.compile(r"(index-[0-9a-f]{16}\.sqlite) (\d{1,15}) ([0-9a-f]{64})\n?")
MAX_LINE = 200

Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Named:
    """What `current` says."""

    name: str
    size: int
    sha256: str

    @property
    def digest(self) -> str:
        """The digest in the file's name."""
        return self.name[len("index-") : -len(".sqlite")]

    def line(self) -> str:
        """The content of `current`."""
        return f"{self.name} {self.size} {self.sha256}\n"


def file_name(digest: str) -> str:
    """The name of the index file with this digest (16 hex digits)."""
    return f"index-{digest}.sqlite"


def parse_current(content: str) -> Named | None:
    """What a `current` file with this content names, None when it is not of that form."""
    found = _LINE.fullmatch(content)
    return Named(found.group(1), int(found.group(2)), found.group(3)) if found else None


def read_current(directory: Path) -> Named | None:
    """What `current` names. None when there is none or it is not of that form. Raises OSError when it
    cannot be read."""
    try:
        with (directory / CURRENT).open("rb") as file:
            return parse_current(file.read(MAX_LINE).decode("ascii", "replace"))
    except FileNotFoundError:
        return None


def describe(path: Path) -> Named:
    """The name, size and sha256 of a file."""
    with path.open("rb") as file:
        return Named(
            path.name, os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()
        )


def intact(directory: Path, named: Named) -> bool:
    """Whether the file that `named` names holds what was built."""
    try:
        return describe(directory / named.name) == named
    except OSError:
        return False


def sync(path: Path) -> None:
    """Forces a file or directory to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def building(directory: Path) -> Iterator[None]:
    """Holds the directory's build lock: one build at a time, freed by the kernel when the process dies.
    Files that killed builds left are removed. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    handle = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for left in directory.glob(f"{BUILDING}*"):
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(handle)


def put_in_place(directory: Path, written: Path, digest: str) -> Path:
    """Makes a finished file the index in use and deletes those that are two generations old.

    The order is: file on the disk, its name, then `current`. A stop at any point leaves the old or the new
    index named by `current`, whole. Raises OSError.
    """
    former = read_current(directory)
    sync(written)
    final = directory / file_name(digest)
    named = describe(written)
    written.replace(final)
    sync(directory)
    new_line = directory / f"{BUILDING}current"
    with new_line.open("w", encoding="ascii") as file:
        file.write(Named(final.name, named.size, named.sha256).line())
        file.flush()
        os.fsync(file.fileno())
    new_line.replace(directory / CURRENT)
    sync(directory)
    _sweep(directory, {final.name, former.name if former else final.name})
    return final


def _sweep(directory: Path, keep: set[str]) -> None:
    for path in directory.iterdir():
        if _NAME.fullmatch(path.name) and path.name not in keep:
            path.unlink(missing_ok=True)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection to a finished index: read-only, without locks. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)


def stamp(path: Path) -> Stamp | None:
    """What changes when a file is written or replaced: time, inode, size; None when it is not there."""
    try:
        status = os.stat(path)  # noqa: PTH116 -- on every request: half the time of Path.stat
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino, status.st_size
