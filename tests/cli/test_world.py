"""`faultbook gpus` and `pull` as a person reads them, over stand-ins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.state.clock import SystemClock
from tests.cli.conftest import Run
from tests.live.github_standin import Standin, running
from tests.live.github_world import Repo
from tests.live.pages import serving

START = datetime(2026, 1, 10, tzinfo=UTC)
EXPORTED = Path(__file__).parents[1] / "data" / "gpus" / "dcgm-4.8.prom"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["available", "busy", "restricted", "unhealthy", "state unknown"]),
        ("zh", ["可用", "占用中", "受限"]),
    ],
)
def test_gpus_are_read_by_a_person(run: Run, language: str, words: list[str]) -> None:
    """Every card with its word, its reason and what to do."""
    with serving({"/metrics": (200, EXPORTED.read_text("utf-8"))}) as pages:
        done = run("--language", language, "gpus", FAULTBOOK_EXPORTERS=pages.base)
    assert done.returncode == 0, done.stderr.decode()
    said = done.stdout.decode()
    assert "NVIDIA H100 80GB HBM3" in said
    for word in words:
        assert word in said


def test_a_pull_request_is_asked_about_now(run: Run) -> None:
    """State, first release and how it is known."""
    repo = Repo("acme/engine")
    repo.commit("main", "Begin", START)
    repo.merge(7, START + timedelta(days=9))
    repo.release("v1.1.0", "main", START + timedelta(days=20))
    with running(Standin(SystemClock(), {"acme/engine": repo})) as standin:
        done = run("pull", "acme/engine#7", FAULTBOOK_GITHUB_API=standin.base)
    assert done.returncode == 0, done.stderr.decode()
    said = done.stdout.decode()
    assert "acme/engine#7: merged" in said
    assert "1.1: 1.1.0 (in its history)" in said
