"""Fixtures of the live tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.github_world import Repo
from tests.live.rig import NOW, Rig, rig


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Rig]:
    """A rig without a token, over one repository `acme/engine` with a first commit."""
    with rig(tmp_path / "state.sqlite") as made:
        made.standin.repos["acme/engine"] = engine()
        yield made


@pytest.fixture
def live_token(tmp_path: Path) -> Iterator[Rig]:
    """The same with a token."""
    with rig(tmp_path / "state.sqlite", with_token=True) as made:
        made.standin.repos["acme/engine"] = engine()
        yield made


def engine() -> Repo:
    """A repository whose main branch has one commit, released as v1.0.0 long ago."""
    repo = Repo("acme/engine")
    long_ago = NOW.replace(month=1)
    repo.commit("main", "Begin", long_ago)
    repo.release("v1.0.0", "main", long_ago)
    return repo
