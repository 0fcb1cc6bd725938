"""What is live: the state of a change upstream, and of the GPUs here and on configured hosts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from app.phrase import Phrase


class ChangeState(StrEnum):
    """The state of a pull request, merge request or issue, of many fields made one."""

    OPEN = "open"
    DRAFT = "draft"
    MERGED = "merged"
    LANDED = "landed"
    """Closed by a bot that landed the change."""
    CLOSED = "closed"
    REVERTED = "reverted"
    NOT_FOUND = "not_found"
    UNKNOWN = "unknown"


class Containment(StrEnum):
    """Whether a release holds the change."""

    RELEASED = "released"
    UNRELEASED = "unreleased"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FirstRelease:
    """The first release of one release line that contains the change."""

    line: str
    """`0.25`; `nightly` and `rc` lines apart."""
    version: str
    how: str
    """ancestor | cherry-pick | notes"""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a forge, parsed: `owner/repo#n`."""

    forge: str
    """github | gitlab | huggingface"""
    owner: str
    repo: str
    number: int

    @property
    def id(self) -> str:
        """The canonical text form."""
        return f"{self.owner}/{self.repo}#{self.number}"


@dataclass(frozen=True, slots=True)
class Change:
    """What is known of one reference, with its age."""

    id: str
    type: str
    """pull | issue | unknown"""
    state: ChangeState
    title: str | None
    url: str
    merged_at: datetime | None
    merge_commit: str | None
    first_releases: tuple[FirstRelease, ...]
    containment: Containment
    reason: Phrase | None
    source: str
    """live: asked at the forge; known: the article's front matter."""
    fetched_at: datetime | None
    next_try: datetime | None
    error: Phrase | None = None
    """Why the last refresh failed; the rest is what was known before."""


class GpuState(StrEnum):
    """One word for a GPU."""

    AVAILABLE = "available"
    PARTLY_FREE = "partly_free"
    BUSY = "busy"
    RESTRICTED = "restricted"
    UNHEALTHY = "unhealthy"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Gpu:
    """One GPU (or MIG instance). Memory in bytes; None is unknown, never 0."""

    index: int
    model: str | None
    capability: str | None
    """`9.0`"""
    memory_total: int | None
    memory_free: int | None
    state: GpuState
    reason: Phrase
    remedy: Phrase | None
    host: str | None = None
    uuid: str | None = None
    processes: int | None = None
    utilisation: float | None = None
    """0..1"""
    mig: str | None = None


@dataclass(frozen=True, slots=True)
class GpuSnapshot:
    """The GPUs of one sweep. `state` is unknown with a reason where nothing can be asked."""

    state: GpuState
    reason: Phrase
    remedy: Phrase | None
    as_of: datetime
    gpus: tuple[Gpu, ...] = field(default_factory=tuple)
    driver: str | None = None
    cuda: str | None = None


@dataclass(frozen=True, slots=True)
class GpuFit:
    """A GPU held against an article's demands."""

    gpu: Gpu
    fits: bool | None
    reason: Phrase
