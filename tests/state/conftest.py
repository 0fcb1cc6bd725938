"""The same tests on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.state.clock import FixedClock
from app.state.store import Store
from tests.state.postgres import Cluster, cluster

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One PostgreSQL for the session; fails where none is installed."""
    with cluster() as running:
        yield running


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands still."""
    return FixedClock(NOW)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "state.sqlite")
    running: Cluster = request.getfixturevalue("postgres")
    running.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return running.url


@pytest.fixture
def store(url: str, clock: FixedClock) -> Iterator[Store]:
    """An open store."""
    opened = Store.open(url, clock)
    yield opened
    opened.close()
