"""SQL against one finished index file, from any thread."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from app.index import files
from app.index.errors import IndexDamaged

T = TypeVar("T")

REBUILD = "it must be built again: run `faultbook index`"
_CACHE_KIB = 8_192
"""Page cache of one connection."""


def _close(connections: list[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()


class Reader:
    """A connection for each thread, all to the same file. They are closed when the reader is dropped."""

    def __init__(self, path: Path) -> None:
        """Raises IndexDamaged when the file is no SQLite database, OSError when it is gone."""
        self.path = path
        self._inode = path.stat().st_ino
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._shared_lock = threading.Lock()
        weakref.finalize(self, _close, self._connections)
        self.run(lambda connection: connection.execute("SELECT count(*) FROM sqlite_master").fetchone())

    def rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that `sql` gives; none when a value is no text that can be stored. Raises
        IndexDamaged."""
        try:
            return self.run(lambda connection: connection.execute(sql, values).fetchall())
        except UnicodeEncodeError:  # a lone surrogate, from a hostile address
            return []

    def run(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What `read` makes of a connection of this thread. Raises IndexDamaged when the file cannot be
        read."""
        try:
            connection = self._own()
            if connection is not None:
                return read(connection)
            with self._shared_lock:
                return read(self._connections[0])
        except sqlite3.DatabaseError as error:
            raise IndexDamaged(self.path, f"the index cannot be read ({error})", REBUILD) from error

    def _own(self) -> sqlite3.Connection | None:
        """This thread's connection; None when the file was replaced since this reader began, so that a new
        connection would read another file."""
        own: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if own is None and (not self._connections or self._unchanged()):
            own = files.connect_read_only(self.path)
            own.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            self._local.connection = own
            self._connections.append(own)
        return own

    def _unchanged(self) -> bool:
        try:
            return self.path.stat().st_ino == self._inode
        except OSError:
            return False
