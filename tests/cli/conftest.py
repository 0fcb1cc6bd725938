"""Runs the command as a person does: a process of its own, its exit code, its two streams."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory shared by the tests of a run."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def run(data: Path) -> Run:
    """`run(*arguments, given=b"", **environment)`."""

    def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FAULTBOOK_")}
        kept |= {"FAULTBOOK_DATA": str(data), "FAULTBOOK_LIVE": "false", "LANG": "C.UTF-8", **environment}
        return subprocess.run(
            [sys.executable, "-m", "app.cli", *arguments],
            input=given, capture_output=True, env=kept, timeout=100, check=False,
        )  # fmt: skip

    return run
