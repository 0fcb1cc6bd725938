"""The live layer over a stand-in server, a SQLite store and a clock that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.live.build import open_refresher
from app.live.config import GitHubConfig, HttpConfig, LiveConfig
from app.live.model import Change
from app.live.references import parse_reference
from app.live.view import LiveView
from app.state.clock import FixedClock
from app.state.model import LiveRow
from app.state.store import Store
from tests.live.github_standin import Standin, running

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TOKEN = "good"  # noqa: S105 (the stand-in takes any word)


@dataclass
class Rig:
    """One process's live layer; `again` is the same after a restart."""

    standin: Standin
    clock: FixedClock
    config: LiveConfig
    path: Path
    store: Store
    view: LiveView

    def refresh(self, ref_id: str) -> Change:
        """Ask about one reference now and show it."""
        ref = parse_reference(ref_id, self.config)
        assert ref is not None

        async def ask() -> LiveRow:
            async with open_refresher(self.store, self.view, self.clock, self.config) as refresher:
                return await refresher.refresh(ref)

        asyncio.run(ask())
        return self.show(ref_id)

    def step(self, *watched: str) -> int:
        """One turn of the refresh loop; returns how many references were asked about."""
        self.view.sync()

        async def turn() -> int:
            async with open_refresher(self.store, self.view, self.clock, self.config) as refresher:
                return await refresher.step(watched)

        return asyncio.run(turn())

    def show(self, ref_id: str) -> Change:
        """What a page would show."""
        self.view.sync()
        return self.view.change(ref_id, mark=False)

    def look(self, *ref_ids: str) -> None:
        """Somebody looks at pages with these references."""
        for ref_id in ref_ids:
            self.view.change(ref_id)
        self.view.sync()

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.clock.move(timedelta(**time))

    def again(self) -> Rig:
        """The process ends and another starts on the same state."""
        self.store.close()
        store = Store.open(str(self.path), self.clock)
        view = LiveView(store, self.clock, self.config)
        view.sync()
        return replace(self, store=store, view=view)


@contextmanager
def rig(path: Path, with_token: bool = False, **github: object) -> Iterator[Rig]:
    """A rig whose server stops at the end."""
    clock = FixedClock(NOW)
    token = TOKEN if with_token else None
    with running(Standin(clock)) as standin:
        config = LiveConfig(
            github=replace(
                GitHubConfig(rest_base=standin.base, graphql_url=f"{standin.base}/graphql", token=token),
                **github,  # type: ignore[arg-type]
            ),
            http=HttpConfig(0.5, 0.5, 0.8, body_limit=2 * 1024**2, pause_seconds=0),
        )
        store = Store.open(str(path), clock)
        try:
            yield Rig(standin, clock, config, path, store, LiveView(store, clock, config))
        finally:
            store.close()
