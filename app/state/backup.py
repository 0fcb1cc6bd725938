"""A consistent copy of the SQLite database, made while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from app.phrase import Phrase
from app.state.engine import sqlite_file
from app.state.errors import StateError

PAGES = 1000
"""Pages copied at a time; writers go on in between."""


def backup(engine: Engine, target: Path) -> Path:
    """Copy the database behind `engine` to `target` by SQLite's online backup.

    `target` appears whole, checked and on the disk, or not at all. Returns `target`.
    Raises StateError: the state is in PostgreSQL, the copy cannot be written, or it fails its check.
    """
    source = sqlite_file(engine)
    if source is None:
        raise StateError(Phrase("state.backup_postgresql"))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _copy(source, part)
        part.replace(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise StateError(Phrase("state.backup_failed", {"error": str(error)})) from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _copy(source: Path, target: Path) -> None:
    address = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=PAGES)
        new.execute("PRAGMA journal_mode=DELETE")
        verdict = new.execute("PRAGMA integrity_check").fetchone()[0]
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    _sync(target)


def _sync(path: Path) -> None:
    """Force a file or a directory to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
