"""The GPUs here, drawn in their page or alone, and the visitor's own GPU held against what articles demand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.live.model import Gpu, GpuSnapshot, GpuState
from app.phrase import Phrase
from app.web.views.lists import Line
from app.web.views.shell import SitePage

GPU_TONES = {
    GpuState.AVAILABLE: "good",
    GpuState.PARTLY_FREE: "info",
    GpuState.BUSY: "warn",
    GpuState.RESTRICTED: "warn",
    GpuState.UNHEALTHY: "bad",
    GpuState.UNKNOWN: "plain",
}


@dataclass(frozen=True, slots=True)
class GpuView:
    """One GPU as a row."""

    gpu: Gpu
    tone: str

    @property
    def used(self) -> int | None:
        """Memory in use, in bytes; None where either number is unknown."""
        if self.gpu.memory_total is None or self.gpu.memory_free is None:
            return None
        return self.gpu.memory_total - self.gpu.memory_free


@dataclass(frozen=True, slots=True)
class GpuPart:
    """What one sweep found: drawn in the page, and alone when a script asks for news."""

    state: str
    tone: str
    reason: Phrase
    remedy: Phrase | None
    as_of: datetime
    driver: str | None
    cuda: str | None
    gpus: tuple[GpuView, ...]

    @classmethod
    def from_snapshot(cls, snapshot: GpuSnapshot) -> GpuPart:
        """The snapshot with a tone for each word."""
        return cls(
            snapshot.state.value,
            GPU_TONES[snapshot.state],
            snapshot.reason,
            snapshot.remedy,
            snapshot.as_of,
            snapshot.driver,
            snapshot.cuda,
            tuple(GpuView(gpu, GPU_TONES[gpu.state]) for gpu in snapshot.gpus),
        )


@dataclass(frozen=True, slots=True)
class OwnGpu:
    """What the visitor typed about a GPU."""

    name: str = ""
    capability: str = ""
    memory: str = ""
    """GiB"""
    article: str = ""
    """Slug of the only article to compare with."""

    @property
    def empty(self) -> bool:
        """Nothing was typed."""
        return not (self.name or self.capability or self.memory)


@dataclass(frozen=True, slots=True)
class OwnFit:
    """The visitor's GPU held against one article's demands."""

    line: Line
    fits: bool | None
    reason: Phrase


@dataclass(frozen=True, slots=True)
class GpusFragment(SitePage):
    """The GPUs alone."""

    template: ClassVar[str] = "gpus_live.html"

    part: GpuPart


@dataclass(frozen=True, slots=True)
class GpusPage(SitePage):
    """The GPUs here, or why they are not shown; and a comparison that needs neither."""

    template: ClassVar[str] = "gpus.html"

    part: GpuPart | None
    """None where this visitor may not see the GPUs."""
    own: OwnGpu
    own_error: bool
    """What was typed could not be read."""
    fits: tuple[OwnFit, ...]

    @property
    def twin(self) -> str | None:
        """Only of what this visitor may see."""
        return self.shell.json if self.part else None
