"""What is live: the state of a change upstream, and of the GPUs here and on configured hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

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
    """ancestor | cherry-pick | notes; known: the article says so"""

    @property
    def certain(self) -> bool:
        """False where only the release's notes name the change: they may name a known issue or a revert."""
        return self.how != "notes"

    @property
    def stable(self) -> bool:
        """What a user would install: no candidate, no nightly."""
        return self.line not in {"rc", "nightly"}


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a forge, parsed: `owner/repo#n` or `owner/repo@sha`."""

    forge: str
    """github | gitlab | huggingface"""
    owner: str
    """May hold slashes (GitLab's subgroups); empty for Hugging Face's oldest models."""
    repo: str
    number: int | None
    """None for a commit."""
    commit: str | None = None
    url: str = ""
    """The page for a person."""

    @property
    def name(self) -> str:
        """`owner/repo`."""
        return f"{self.owner}/{self.repo}" if self.owner else self.repo

    @property
    def id(self) -> str:
        """The canonical text form: `owner/repo#n` or `owner/repo@sha` on GitHub, the address elsewhere."""
        if self.forge != "github":
            return self.url
        return f"{self.name}@{self.commit}" if self.commit else f"{self.name}#{self.number}"


class KnownFacts(Protocol):
    """What an article's front matter says of a reference; each date is ISO text."""

    @property
    def state(self) -> str:
        """A word of ChangeState."""
        ...

    @property
    def date(self) -> str | None:
        """When it came into that state."""
        ...

    @property
    def release(self) -> str | None:
        """The first release that holds the change."""
        ...

    @property
    def as_of(self) -> str:
        """When somebody checked."""
        ...


@dataclass(frozen=True, slots=True)
class ChangeStatus:
    """What a forge answers about one reference."""

    type: str
    """pull | issue | commit | discussion | unknown"""
    state: ChangeState
    title: str | None = None
    url: str | None = None
    name: str | None = None
    """`owner/repo` where it lives now; differs from the reference's after a rename."""
    merged_at: datetime | None = None
    closed_at: datetime | None = None
    merge_commit: str | None = None
    base: str | None = None
    """The branch that it was merged into."""
    reason: Phrase | None = None
    """Why the state is not_found or unknown."""
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class ReleaseAnswer:
    """Which releases hold a change, as far as it is known."""

    containment: Containment
    first: tuple[FirstRelease, ...] = ()
    reason: Phrase | None = None
    newest: str | None = None
    """The newest release that was looked at: the answer stays true until a newer one appears."""
    contains: Mapping[str, bool | None] = field(default_factory=dict)
    """Tag -> whether the change is an ancestor, None where the forge could not say; kept between walks."""
    reverted: bool = False
    notes: tuple[Phrase, ...] = ()

    @property
    def final(self) -> bool:
        """A release holds it: tags rarely move, so this is not asked again."""
        return self.containment is Containment.RELEASED


@dataclass(frozen=True, slots=True)
class Change:
    """What is known of one reference, with its age."""

    id: str
    type: str
    """pull | issue | commit | discussion | link | unknown"""
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
    notes: tuple[Phrase, ...] = ()
    """What else a reader should know: renamed to, planned for a milestone, how a bot landed it."""


class HardwareNeeds(Protocol):
    """What an article needs of a GPU; None is no demand."""

    @property
    def vendor(self) -> str | None:
        """nvidia | amd | ascend"""
        ...

    @property
    def min_capability(self) -> str | None:
        """`9.0`"""
        ...

    @property
    def max_capability(self) -> str | None:
        """`9.0`"""
        ...

    @property
    def min_memory_gib(self) -> float | None:
        """Memory that must be free."""
        ...


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
    named: bool = False
    """Known by what somebody wrote alone: it is no card of this host, and its index says nothing."""


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
