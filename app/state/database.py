"""The database connection: sessions, health, and trying again. It knows no table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlmodel import Session

from app.phrase import Phrase
from app.state.engine import WRITE, make_engine
from app.state.errors import SchemaTooNewError, StateDownError
from app.state.failures import FOREIGN, is_ours, read_failure
from app.state.migrate import migrate
from app.state.model import Health, StoreStatus

log = logging.getLogger("faultbook.state")


class Database:
    """SQLite or PostgreSQL behind one pair of sessions.

    While the database is down every session raises `StateDownError` at once, without trying: only `tend`
    tries again, from the background, so no page ever waits for a dead server.
    """

    def __init__(self, url: str) -> None:
        self.engine: Engine = make_engine(url)
        self._writing = self.engine.execution_options(**{WRITE: True})
        self._status = StoreStatus(Health.DOWN, Phrase("state.not_opened"))
        self._lock = threading.Lock()

    @property
    def status(self) -> StoreStatus:
        """Health as of the last use."""
        return self._status

    def connect(self) -> StoreStatus:
        """Migrate to this version's schema and say how the store is. Raises only SchemaTooNewError."""
        try:
            migrate(self._writing)
        except SchemaTooNewError as error:
            self._set(StoreStatus(Health.DOWN, error.reason))
            self.engine.dispose()
            raise
        except FOREIGN as error:
            if is_ours(error):
                raise
            self._fail(error)
        else:
            self._set(StoreStatus(Health.OK))
        return self._status

    def tend(self) -> StoreStatus:
        """Try again if the store is down. Called in the background; never raises."""
        with self._lock:
            if self._status.health is not Health.DOWN:
                return self._status
            self.engine.dispose()
            try:
                return self.connect()
            except SchemaTooNewError:
                return self._status

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that only reads. Raises StateDownError."""
        with self._session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose work is on the disk when the block ends, all or nothing. Raises StateDownError."""
        with self._session(self._writing) as session:
            yield session
            session.commit()
        if self._status.health is Health.DEGRADED:
            self._set(StoreStatus(Health.OK))

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()
        self._status = StoreStatus(Health.DOWN, Phrase("state.closed"))

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        if self._status.health is Health.DOWN:
            raise StateDownError(self._status.reason or Phrase("state.not_opened"))
        try:
            with Session(engine) as session:
                yield session
        except FOREIGN as error:
            if is_ours(error):
                raise
            self._fail(error)
            raise StateDownError(self._status.reason or Phrase("state.not_opened")) from error

    def _fail(self, error: Exception) -> None:
        self._set(read_failure(error))

    def _set(self, status: StoreStatus) -> None:
        """Keep `status`; a change is logged once. The reason holds no address and no password."""
        if status != self._status:
            level = logging.INFO if status.health is Health.OK else logging.WARNING
            log.log(level, "state is %s (%s)", status.health, status.reason.id if status.reason else "fine")
        self._status = status
