"""The shipped articles, indexed once, and the fitted weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.articles.load import load_tree
from app.articles.model import Library
from app.index.build import build
from app.index.open import Index, IndexDirectory
from app.matching.diagnose import Profiles
from app.matching.weights import Weights, load_weights

CONTENT = Path(__file__).parents[2] / "content"


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped articles."""
    return load_tree(CONTENT)


@pytest.fixture(scope="session")
def index(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Their index."""
    folder = tmp_path_factory.mktemp("index")
    build(library, folder)
    return IndexDirectory(folder).current()


@pytest.fixture(scope="session")
def profiles() -> Profiles:
    """Prepared articles, shared by the tests."""
    return Profiles()


@pytest.fixture(scope="session")
def weights() -> Weights:
    """The weights that ship."""
    return load_weights()
