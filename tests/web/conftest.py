"""The index of the shipped articles and the templates, once for a test run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.articles.model import Library
from app.index.build import build
from app.index.open import Index, IndexDirectory
from app.main import create_app
from app.settings import Settings
from app.web.assets import Assets, load_assets
from app.web.templating import Templates, build_templates
from tests.web import samples

ROOT = Path(__file__).parents[2]
PUBLIC = "https://faults.example"
EDIT = "https://forge.example/edit/content/"


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped articles."""
    return samples.library()


@pytest.fixture(scope="session")
def index(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Their index."""
    folder = tmp_path_factory.mktemp("index")
    build(library, folder)
    return IndexDirectory(folder).current()


@pytest.fixture(scope="session")
def assets() -> Assets:
    """The static files."""
    return load_assets(ROOT / "static")


@pytest.fixture(scope="session")
def templates(assets: Assets) -> Templates:
    """The templates with the samples' sentences."""
    return build_templates(ROOT / "templates", ROOT / "locales", assets, samples.say)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The running application with a public address, asked in process."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), live=False, public_url=PUBLIC, edit_url=EDIT)
    with TestClient(create_app(settings), follow_redirects=False, raise_server_exceptions=False) as asked:
        yield asked
