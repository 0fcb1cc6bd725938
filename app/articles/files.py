"""Reading a content tree that may hold anything: links, huge files, bytes that are no text."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.articles.model import Problem

MAX_PAGE = 64 * 1024
MAX_EXAMPLE = 1024 * 1024
MAX_FILES = 64
"""Files in one bundle; more is a mistake, not an article."""

ORIGINAL = "index.md"
PAGES = (ORIGINAL, "index.en.md", "index.zh.md")
REPRO = "repro.py"
EXAMPLES = "examples"

_FORMAT = b"faultbook bundle 1\n"
"""Part of every digest: a new number makes caches of loaded articles void when the loader changes."""


class UnreadableError(Exception):
    """One file that cannot be taken: why and what to do."""

    def __init__(self, message: str, remedy: str, line: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.line = line


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one article folder as bytes, with what could not be taken."""

    folder: Path
    name: str
    """Folder as problems name it."""
    files: Mapping[str, bytes]
    """Name inside the folder, e.g. `index.md`, `examples/a.txt` -> content."""
    problems: tuple[Problem, ...] = ()

    def digest(self) -> str:
        """sha256 of every name and content, hex."""
        total = hashlib.sha256(_FORMAT)
        for name in sorted(self.files):
            content = self.files[name]
            total.update(f"{name}\0{len(content)}\0".encode())
            total.update(content)
        return total.hexdigest()


@dataclass(slots=True)
class _Taken:
    files: dict[str, bytes] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def shown(name: str) -> str:
    """A file name that can be printed: bytes that are no text become replacement characters."""
    return os.fsencode(name).decode("utf-8", "replace")


def read_bytes(path: Path | str, limit: int) -> bytes:
    """The content of a plain file of at most `limit` bytes; no link. Raises UnreadableError."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise UnreadableError(
            f"the file cannot be read ({error.strerror})", "make it a readable plain file"
        ) from error
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError("this is no plain file", "remove it")
        if status.st_size > limit:
            raise UnreadableError(
                f"the file has {status.st_size} bytes, the limit is {limit}", "cut it to what matters"
            )
        content = os.read(handle, limit + 1)
    except OSError as error:
        raise UnreadableError(
            f"the file cannot be read ({error.strerror})", "make it a readable plain file"
        ) from error
    finally:
        os.close(handle)
    if len(content) > limit:
        raise UnreadableError(f"the file has more than {limit} bytes", "cut it to what matters")
    return content


def decode(content: bytes) -> str:
    """UTF-8 text with \\n line ends. Raises UnreadableError with the line of the first wrong byte."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableError("the file is not UTF-8", "save it as UTF-8", line) from error
    if text.startswith("\ufeff"):
        raise UnreadableError("the file starts with a byte order mark", "save it as UTF-8 without one")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def entries(folder: Path | str) -> list[os.DirEntry[str]]:
    """The entries of a folder by name, hidden and back-up files left out. Raises OSError."""
    with os.scandir(folder) as found:
        kept = [entry for entry in found if not entry.name.startswith(".") and not entry.name.endswith("~")]
    kept.sort(key=lambda entry: entry.name)
    return kept


State = tuple[tuple[str, int, int, int], ...]
"""Name, inode, size and time of change of every file of a bundle."""


def state_of(folder: Path) -> State:
    """What is another when a file of this bundle was written, came or went. Raises OSError."""
    return tuple(
        (entry.name, status.st_ino, status.st_size, status.st_ctime_ns)
        for place in (folder, folder / EXAMPLES)
        if place is folder or place.is_dir()
        for entry in entries(place)
        for status in [entry.stat(follow_symlinks=False)]
    )


def read_bundle(folder: Path, name: str) -> Bundle:
    """The files of one article folder; never raises."""
    taken = _Taken()
    try:
        for entry in entries(folder):
            _take(entry, name, taken)
    except OSError as error:
        taken.problems.append(
            Problem(name, 1, f"the folder cannot be read ({error.strerror})", "make it a readable folder")
        )
    return Bundle(folder, name, taken.files, tuple(taken.problems))


def _take(entry: os.DirEntry[str], name: str, taken: _Taken) -> None:
    file = f"{name}/{shown(entry.name)}"
    if entry.is_symlink():
        taken.problems.append(Problem(file, 1, "links are not followed", "put the file itself here"))
    elif entry.is_dir(follow_symlinks=False):
        if entry.name == EXAMPLES:
            _take_examples(entry, name, taken)
        elif entry.name != "__pycache__":
            taken.problems.append(
                Problem(file, 1, "a folder inside an article", f"only {EXAMPLES}/ may be one", "warning")
            )
    elif entry.name in PAGES or entry.name == REPRO:
        _take_file(entry, entry.name, MAX_PAGE, file, taken)
    else:
        allowed = f"use {', '.join(PAGES)}, {REPRO}, {EXAMPLES}/*.txt"
        taken.problems.append(Problem(file, 1, "this file is no part of an article", allowed, "warning"))


def _take_examples(folder: os.DirEntry[str], name: str, taken: _Taken) -> None:
    for count, entry in enumerate(entries(folder.path)):
        file = f"{name}/{EXAMPLES}/{shown(entry.name)}"
        if count >= MAX_FILES:
            taken.problems.append(
                Problem(file, 1, f"more than {MAX_FILES} examples", "keep the telling ones")
            )
            return
        if entry.is_file(follow_symlinks=False):
            _take_file(entry, f"{EXAMPLES}/{entry.name}", MAX_EXAMPLE, file, taken)
        else:
            taken.problems.append(
                Problem(file, 1, "this is no plain file", f"keep plain files in {EXAMPLES}/")
            )


def _take_file(entry: os.DirEntry[str], key: str, limit: int, file: str, taken: _Taken) -> None:
    try:
        taken.files[key] = read_bytes(entry.path, limit)
    except UnreadableError as error:
        taken.problems.append(Problem(file, error.line, error.message, error.remedy))


def folders(root: Path, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    """Yields (area, folder) of every article folder under `root`; what is odd goes to `problems`."""
    for area in _subfolders(root, shown(root.name), "an area of articles", problems):
        for folder in _subfolders(
            Path(area.path), f"{shown(root.name)}/{shown(area.name)}", "an article", problems
        ):
            yield area.name, Path(folder.path)


def _subfolders(folder: Path, name: str, what: str, problems: list[Problem]) -> Iterator[os.DirEntry[str]]:
    try:
        found = entries(folder)
    except OSError as error:
        problems.append(
            Problem(name, 1, f"the folder cannot be read ({error.strerror})", "make it a readable folder")
        )
        return
    for entry in found:
        file = f"{name}/{shown(entry.name)}"
        if entry.is_symlink():
            problems.append(Problem(file, 1, "links are not followed", "put the folder itself here"))
        elif entry.is_dir(follow_symlinks=False):
            yield entry
        else:
            problems.append(
                Problem(file, 1, f"only folders belong here: {what} is a folder", "move it", "warning")
            )
