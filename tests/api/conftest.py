"""The whole application over the shipped articles, on a fresh data directory, with nothing outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

PASTE_LIMIT = 256 * 1024


def make_client(data: Path, **settings: object) -> TestClient:
    """A client of the application; forges are never asked."""
    chosen = {"data": data, "live": False, "max_paste": PASTE_LIMIT, **settings}
    app = create_app(Settings.model_validate(chosen), told=lambda _: None)
    return TestClient(
        app, base_url="http://localhost", client=("127.0.0.1", 50000), raise_server_exceptions=False
    )


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application for every test that leaves nothing behind."""
    with make_client(tmp_path_factory.mktemp("data")) as made:
        yield made
