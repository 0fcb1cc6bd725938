"""`faultbook gpus` and `pull` as a person reads them, over stand-ins."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.state.clock import FixedClock, SystemClock
from app.state.store import Store
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


def test_the_operator_reads_what_voters_missed(run: Run, tmp_path: Path) -> None:
    """Counts for each article, and the words with their vote and date."""
    state = tmp_path / "state.sqlite"
    store = Store.open(str(state), FixedClock(datetime.now(UTC)))
    store.votes.cast("b-fault", "1", helpful=True)
    store.votes.cast("a-fault", "1", helpful=False, text="the ROCm flags")
    store.close()
    done = run("votes", FAULTBOOK_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert told["votes"] == [
        {"slug": "a-fault", "up": 0, "down": 1},
        {"slug": "b-fault", "up": 1, "down": 0},
    ]
    assert [(text["slug"], text["helpful"], text["text"]) for text in told["texts"]] == [
        ("a-fault", False, "the ROCm flags")
    ]
    refused = run("votes", FAULTBOOK_DATABASE="postgresql://nobody@127.0.0.1:9/nothing")
    assert (refused.returncode, refused.stdout) == (3, b"")
    assert b"does not answer" in refused.stderr
