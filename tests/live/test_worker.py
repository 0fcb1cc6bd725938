"""The background thread over a real store, a real server and the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.live.config import GitHubConfig, LiveConfig
from app.live.model import ChangeState
from app.live.view import LiveView
from app.live.worker import Worker
from app.state.clock import SystemClock
from app.state.store import Store
from tests.live.github_standin import Fault, Standin, running
from tests.live.github_world import Pull, Repo

REF = "acme/engine#7"
CLOCK = SystemClock()


@contextmanager
def _standin() -> Iterator[tuple[Standin, LiveConfig]]:
    standin = Standin(CLOCK, {"acme/engine": Repo("acme/engine", pulls={7: Pull(7, title="Fix it")})})
    with running(standin):
        github = GitHubConfig(rest_base=standin.base, graphql_url=f"{standin.base}/graphql")
        yield standin, LiveConfig(github=github, tick_seconds=0.02)


@contextmanager
def _process(
    path: Path, config: LiveConfig, watched: tuple[str, ...] = (REF,)
) -> Iterator[tuple[Store, LiveView, Worker]]:
    store = Store.open(str(path), CLOCK)
    view = LiveView(store, CLOCK, config)
    worker = Worker(store, view, CLOCK, config, lambda: watched)
    worker.start()
    try:
        yield store, view, worker
    finally:
        worker.stop()
        store.close()


def _until(what: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.01)
    return False


def test_a_viewed_reference_is_answered_in_the_background(tmp_path: Path) -> None:
    with _standin() as (_server, config), _process(tmp_path / "s", config) as (_store, view, _worker):
        assert view.change(REF).state is ChangeState.UNKNOWN
        assert _until(lambda: view.change(REF).title == "Fix it")


def test_one_of_two_processes_asks_and_both_know(tmp_path: Path) -> None:
    with _standin() as (server, config):
        with _process(tmp_path / "s", config) as first, _process(tmp_path / "s", config) as second:
            assert _until(lambda: first[1].change(REF).title == "Fix it")
            assert _until(lambda: second[1].change(REF).title == "Fix it")
        assert len(server.paths("/issues/7")) == 1


def test_the_other_process_takes_over(tmp_path: Path) -> None:
    with _standin() as (server, config), _process(tmp_path / "s", config) as first:
        assert _until(lambda: first[1].change(REF).title == "Fix it")
        server.repos["acme/engine"].pulls[8] = Pull(8, title="Next")
        with _process(tmp_path / "s", config, (REF, "acme/engine#8")) as second:
            first[2].stop()
            assert _until(lambda: second[1].change("acme/engine#8").title == "Next")


def test_gaps_are_written_every_few_moments(tmp_path: Path) -> None:
    with _standin() as (_server, config), _process(tmp_path / "s", config) as (store, _view, _worker):
        store.gaps.count("error", "t", "a <num>")
        assert _until(lambda: [gap.count for gap in store.gaps.top()] == [1])


def test_turned_off_nothing_is_asked(tmp_path: Path) -> None:
    with _standin() as (server, config):
        off = replace(config, enabled=False)
        with _process(tmp_path / "s", off) as (store, view, _worker):
            change = view.change(REF)
            store.gaps.count("error", "t", "a")
            assert _until(lambda: bool(store.gaps.top()))
            assert change.reason is not None
            assert change.reason.id == "live.off"
        assert server.seen == []


def test_stopping_does_not_wait_for_a_hanging_forge(tmp_path: Path) -> None:
    with _standin() as (server, config):
        server.faults = [Fault("hang")]
        with _process(tmp_path / "s", config) as (_store, _view, worker):
            assert _until(lambda: bool(server.seen))
            worker.stop()
            assert not worker._thread.is_alive()
