"""The index in use: found through the file `current`, checked once, then held."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from app.index import files
from app.index.errors import IndexDamaged, IndexMissing
from app.index.opened import Index
from app.index.reader import REBUILD

__all__ = ["Index", "IndexDirectory"]

_RETRIES = 3
"""Builds that may swap the file between reading its name and opening it."""


class IndexDirectory:
    """The directory in which indexes are built; gives the one in use."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._pointer = directory / files.CURRENT
        self._lock = Lock()
        self._held: tuple[files.Stamp, files.Stamp, Index] | None = None

    def current(self) -> Index:
        """The index in use now: two `stat` calls when it is the one of the last call.

        Raises IndexMissing when none was built, IndexDamaged when its file is not what was built.
        """
        held = self._held
        if held and self._untouched(held):
            return held[2]
        with self._lock:
            return self._load()

    def checked(self) -> bool:
        """Whether the index in use was checked by this process and neither it nor `current` was touched since."""
        return self._held is not None and self._untouched(self._held)

    def _untouched(self, held: tuple[files.Stamp, files.Stamp, Index]) -> bool:
        return (files.stamp(self._pointer), files.stamp(held[2].reader.path)) == held[:2]

    def _load(self) -> Index:
        for attempt in range(_RETRIES):
            pointer = files.stamp(self.directory / files.CURRENT)
            if pointer is None:
                raise IndexMissing(self.directory, "no index has been built here", "run `faultbook index`")
            if (
                self._held
                and self._held[0] == pointer
                and self._held[1] == files.stamp(self._held[2].reader.path)
            ):
                return self._held[2]
            try:
                index, file = self._open()
            except IndexDamaged:
                # A build may have replaced `current` and deleted the file it used to name.
                if attempt + 1 < _RETRIES and files.stamp(self.directory / files.CURRENT) != pointer:
                    continue
                raise
            self._held = (pointer, file, index)
            return index
        raise IndexDamaged(self.directory, "the index is replaced faster than it can be opened", "build once")

    def _open(self) -> tuple[Index, files.Stamp]:
        try:
            named = files.read_current(self.directory)
        except OSError as error:
            raise IndexDamaged(self.directory, f"`current` cannot be read ({error})", REBUILD) from error
        if named is None:
            raise IndexDamaged(self.directory / files.CURRENT, "it names no index", REBUILD)
        path = self.directory / named.name
        before = files.stamp(path)
        if before is None:
            raise IndexDamaged(path, "the file is gone", REBUILD)
        if not files.intact(self.directory, named):
            raise IndexDamaged(path, "the file is not what was built (its checksum differs)", REBUILD)
        return Index(path), before
