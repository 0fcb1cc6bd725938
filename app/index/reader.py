"""SQL against one finished index file, from any thread."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from app.index import files
from app.index.errors import IndexDamaged

T = TypeVar("T")

REBUILD = "it must be built again: run `faultbook index`"
_CACHE_KIB = 4_096
"""Page cache of one connection."""


def _close(connections: list[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()


class Reader:
    """As many connections to one file as there were threads reading it at once. They are closed when the reader
    is dropped."""

    def __init__(self, path: Path) -> None:
        """Raises IndexDamaged when the file is no SQLite database, OSError when it is gone."""
        self.path = path
        self._inode = path.stat().st_ino
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._held = threading.local()
        self._all: list[sqlite3.Connection] = []
        weakref.finalize(self, _close, self._all)
        self.run(lambda connection: connection.execute("SELECT count(*) FROM sqlite_master").fetchone())

    def rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that `sql` gives; none when a value is no text that can be stored. Raises IndexDamaged."""
        try:
            return self.run(lambda connection: connection.execute(sql, values).fetchall())
        except UnicodeEncodeError:  # a lone surrogate, from a hostile address
            return []

    def run(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What `read` makes of a connection; `read` may ask this reader again. Raises IndexDamaged when the file
        cannot be read."""
        try:
            held: sqlite3.Connection | None = getattr(self._held, "connection", None)
            if held is not None:
                return read(held)
            connection = self._taken()
            self._held.connection = connection
            try:
                return read(connection)
            finally:
                self._held.connection = None
                self._idle.put(connection)
        except sqlite3.DatabaseError as error:
            raise IndexDamaged(self.path, f"the index cannot be read ({error})", REBUILD) from error

    def _taken(self) -> sqlite3.Connection:
        """An idle connection, else a new one. Once the file was replaced a new one would read another file: then
        it waits for an old one."""
        try:
            return self._idle.get_nowait()
        except Empty:
            if self._all and not self._unchanged():
                return self._idle.get()
        connection = files.connect_read_only(self.path)
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self._all.append(connection)
        return connection

    def _unchanged(self) -> bool:
        try:
            return self.path.stat().st_ino == self._inode
        except OSError:
            return False
