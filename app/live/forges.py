"""What a forge is to the rest of the live layer: two methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.live.model import ChangeStatus, Reference, ReleaseAnswer
from app.state.model import LiveRow


@dataclass(frozen=True, slots=True)
class Answer:
    """A forge's answer about a reference."""

    status: ChangeStatus | None
    """None: unchanged since the etag."""
    etag: str | None = None
    etag_for: str | None = None


class Shelf(Protocol):
    """Where a forge keeps answers that many references share (a repository's releases)."""

    def row(self, key: str) -> LiveRow | None:
        """The kept row of `key`."""
        ...

    def keep(self, row: LiveRow) -> None:
        """Keep `row`; on the disk on return."""
        ...

    def now(self) -> datetime:
        """The time now."""
        ...


class Batch(Protocol):
    """A forge's way to ask about many references in one request."""

    @property
    def ready(self) -> bool:
        """Whether it can be used now."""
        ...

    async def statuses(self, refs: Sequence[Reference]) -> Mapping[str, ChangeStatus]:
        """The states by reference id; what is left out must be asked one by one. Raises ForgeError."""
        ...


class Forge(Protocol):
    """One forge."""

    @property
    def host(self) -> str:
        """The name of its row in `hosts`."""
        ...

    async def status(self, ref: Reference, row: LiveRow | None) -> Answer:
        """Ask about `ref`; `row` is the last answer, with its etag. Raises ForgeError."""
        ...

    async def first_release(
        self, ref: Reference, status: ChangeStatus, before: ReleaseAnswer, shelf: Shelf
    ) -> ReleaseAnswer:
        """Which releases hold the merged change; `before` is the last answer. Raises ForgeError."""
        ...
