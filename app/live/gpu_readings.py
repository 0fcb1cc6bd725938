"""What a host says of its GPUs before it is judged: plain readings, each of which may be missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from app.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes. `reserved` is the driver's own share, in neither free nor used."""

    total: int
    free: int
    reserved: int = 0


@dataclass(frozen=True, slots=True)
class InstanceReading:
    """One MIG instance."""

    number: int
    name: str | None
    uuid: str | None
    memory: Memory | None
    processes: int | None


@dataclass(frozen=True, slots=True)
class DeviceReading:
    """One GPU as read; None is a reading that the host did not give."""

    index: int
    lost: str | None = None
    """Name of the error, when the GPU itself does not answer."""
    name: str | None = None
    uuid: str | None = None
    capability: tuple[int, int] | None = None
    memory: Memory | None = None
    utilisation: float | None = None
    """0..1"""
    compute_mode: int | None = None
    """0 default, 2 prohibited, 3 exclusive process."""
    mig: bool | None = None
    instances: tuple[InstanceReading, ...] = ()
    processes: int | None = None
    ecc_errors: int | None = None
    """Uncorrectable, since the driver was loaded."""
    remap_pending: bool | None = None
    remap_failed: bool | None = None
    recovery: int | None = None
    """The driver's own verdict: 0 none, else an action of RECOVERY."""
    xid: int | None = None
    """A recent critical Xid."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Reading -> name of the error that came instead."""
    host: str | None = None
    held: bool = False
    """Something else says that it is given to a job (a Kubernetes pod)."""
    age: float | None = None
    """Seconds since the sample was taken, where it is not of now."""
    unwell: bool | None = None
    """The host's own verdict, where it gives no reason."""
    failure: Phrase | None = None
    """Why the place that should tell of GPUs does not answer."""
    remote: bool = False
    """Read from an exporter: `xid` is then the last one, of any age."""


@dataclass(frozen=True, slots=True)
class HostReading:
    """One host's GPUs, or why nothing can be read."""

    taken_at: datetime
    devices: tuple[DeviceReading, ...] = ()
    driver: str | None = None
    cuda: str | None = None
    reason: Phrase | None = None
    remedy: Phrase | None = None


class GpuReader(Protocol):
    """Reads GPUs; may block, so it is called from one thread of its own."""

    def read(self) -> HostReading:
        """What the GPUs say now. Never raises."""
        ...

    def close(self) -> None:
        """Let go of the driver."""
        ...
