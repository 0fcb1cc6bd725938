"""One SQLAlchemy engine for SQLite or PostgreSQL, set so that what is acknowledged is on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import create_engine

WRITE = "faultbook_write"
"""Execution option of a transaction that will write: SQLite then takes its lock at once, where a lock taken
half-way fails without waiting."""

BUSY_SECONDS = 5
"""How long a writer waits for another one."""

CONNECT_SECONDS = 2
"""How long PostgreSQL may take to accept a connection; libpq knows nothing below 2."""


def make_engine(url: str) -> Engine:
    """An engine for `url`; nothing is connected yet.

    `url` is a file path, `sqlite:///PATH` or `postgresql://USER@HOST/NAME` (several hosts and
    `target_session_attrs=read-write` follow a failover). Raises ValueError for any other database.
    """
    parsed = make_url(url if "://" in url else f"sqlite:///{url}")
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")
        engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS}, pool_timeout=BUSY_SECONDS)
        event.listen(engine, "connect", _set_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if parsed.get_backend_name() == "postgresql":
        arguments: dict[str, Any] = {"tcp_user_timeout": 1000 * BUSY_SECONDS, "application_name": "faultbook"}
        arguments["connect_timeout"] = CONNECT_SECONDS
        engine = create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            connect_args=arguments,
            pool_pre_ping=True,
            pool_timeout=BUSY_SECONDS,
        )
        event.listen(engine, "connect", _set_postgresql)
        return engine
    raise ValueError(f"state lives in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")


def sqlite_file(engine: Engine) -> Path | None:
    """The file behind `engine`, None for PostgreSQL."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)


def _set_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """WAL and full sync. A file on a read-only disk keeps the journal mode that it has."""
    connection.isolation_level = None  # we begin transactions ourselves
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _set_postgresql(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Bound every statement and lock wait: nobody waits for a stuck server."""
    cursor = connection.cursor()
    cursor.execute(f"SET statement_timeout = '{2 * BUSY_SECONDS}s'")
    cursor.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    cursor.close()
    connection.commit()
