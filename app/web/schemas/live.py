"""Changes upstream and GPUs as JSON."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from app.live.model import Change, Gpu, GpuFit, GpuSnapshot
from app.web.schemas.common import Say


class PullFirstRelease(BaseModel):
    """The first release of one line that contains the change."""

    line: str
    version: str
    how: str
    certain: bool
    """False for `how: notes`: the release's notes name the change, its commits do not show it."""


class PullOut(BaseModel):
    """What is known of one reference, with its age."""

    id: str
    type: str
    state: str
    title: str | None
    url: str
    merged_at: datetime | None
    first_releases: list[PullFirstRelease]
    containment: str
    reason: str | None
    source: str
    fetched_at: datetime | None
    next_try: datetime | None
    error: str | None
    """Why the last try failed; the rest is what was known before."""
    notes: list[str]
    """Where the change lives now, how it landed, what took it out."""

    @classmethod
    def from_change(cls, change: Change, say: Say) -> PullOut:
        """The change in one language."""
        return cls(
            id=change.id,
            type=change.type,
            state=change.state.value,
            title=change.title,
            url=change.url,
            merged_at=change.merged_at,
            first_releases=[
                PullFirstRelease(line=first.line, version=first.version, how=first.how, certain=first.certain)
                for first in change.first_releases
            ],
            containment=change.containment.value,
            reason=say(change.reason) if change.reason else None,
            source=change.source,
            fetched_at=change.fetched_at,
            next_try=change.next_try,
            error=say(change.error) if change.error else None,
            notes=[say(note) for note in change.notes],
        )


class GpuOut(BaseModel):
    """One GPU; memory in bytes, unknown is null."""

    index: int
    model: str | None
    capability: str | None
    memory_total: int | None
    memory_free: int | None
    state: str
    reason: str
    remedy: str | None

    @classmethod
    def from_gpu(cls, gpu: Gpu, say: Say) -> GpuOut:
        """The GPU in one language; never host, UUID, pod or process."""
        return cls(
            index=gpu.index,
            model=gpu.model,
            capability=gpu.capability,
            memory_total=gpu.memory_total,
            memory_free=gpu.memory_free,
            state=gpu.state.value,
            reason=say(gpu.reason),
            remedy=say(gpu.remedy) if gpu.remedy else None,
        )


class GpusOut(BaseModel):
    """The GPUs of one sweep."""

    state: str
    reason: str
    remedy: str | None
    as_of: datetime
    gpus: list[GpuOut]

    @classmethod
    def from_snapshot(cls, snapshot: GpuSnapshot, say: Say) -> GpusOut:
        """The snapshot in one language."""
        return cls(
            state=snapshot.state.value,
            reason=say(snapshot.reason),
            remedy=say(snapshot.remedy) if snapshot.remedy else None,
            as_of=snapshot.as_of,
            gpus=[GpuOut.from_gpu(gpu, say) for gpu in snapshot.gpus],
        )


class GpuFitOut(BaseModel):
    """A GPU held against an article's demands."""

    gpu: GpuOut
    fits: bool | None
    reason: str

    @classmethod
    def from_fit(cls, fit: GpuFit, say: Say) -> GpuFitOut:
        """The comparison in one language."""
        return cls(gpu=GpuOut.from_gpu(fit.gpu, say), fits=fit.fits, reason=say(fit.reason))


class LiveOut(BaseModel):
    """What is live about one article."""

    refs: list[PullOut]
    gpu_fit: list[GpuFitOut]
