"""Samples of exporters made device readings: pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.live.exporter_metrics import BY_NAME, LABELS, MOST_BYTES, MOST_PERCENT
from app.live.gpu_readings import DeviceReading, InstanceReading, Memory

XID_RECENT = 300.0
"""Seconds in which an Xid with a time counts."""

RATIO_AT_MOST = 1.5
"""A share above this is a percentage: one legacy name carries either."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One value of one metric family."""

    name: str
    labels: Mapping[str, str]
    value: float
    age: float | None = None
    """Seconds since it was taken, where the source says."""


@dataclass
class _Part:
    """What the samples say of one GPU, or of one of its MIG instances."""

    host: str
    uuid: str
    index: int | None = None
    model: str | None = None
    mig_name: str | None = None
    held: bool = False
    ages: list[float] = field(default_factory=list)
    told: dict[str, float] = field(default_factory=dict)


def read_samples(
    samples: Iterable[Sample], place: str, now: float
) -> tuple[tuple[DeviceReading, ...], str | None]:
    """The devices that the samples describe, and the driver if they say. `place` names the host where no label
    does; `now` is epoch seconds."""
    parts: dict[tuple[str, str, str], _Part] = {}
    driver = None
    for sample in samples:
        row = BY_NAME.get(sample.name.lower())
        if row is None or math.isnan(sample.value):
            continue
        driver = driver or _label(sample, "driver")
        part = _part(parts, sample, place)
        if row.quantity == "xid_at":
            _note_xid(part, sample, now)
        elif row.quantity != "info" and _sane(sample.value, row.quantity, row.scale):
            part.told.setdefault(row.quantity, sample.value * row.scale)
    return _devices(parts), driver


def _part(parts: dict[tuple[str, str, str], _Part], sample: Sample, place: str) -> _Part:
    host = _label(sample, "host") or place
    index, mig = _label(sample, "index"), _label(sample, "mig") or ""
    uuid = _label(sample, "uuid") or f"#{index or 0}"
    part = parts.setdefault((host, uuid, mig), _Part(host, uuid))
    if index is not None and index.isdigit():
        part.index = int(index)
    part.model = part.model or _label(sample, "model")
    part.mig_name = part.mig_name or _label(sample, "mig_name")
    part.held = part.held or bool(_label(sample, "pod"))
    if sample.age is not None:
        part.ages.append(sample.age)
    return part


def _label(sample: Sample, what: str) -> str | None:
    """The first non-empty label of those that say `what`."""
    return next((value for name in LABELS[what] if (value := sample.labels.get(name))), None)


def _note_xid(part: _Part, sample: Sample, now: float) -> None:
    xid = sample.labels.get("xid", "")
    if xid.isdigit() and abs(now - sample.value) < XID_RECENT:
        part.told["xid"] = float(xid)


def _sane(value: float, quantity: str, scale: float) -> bool:
    if quantity in {"free", "used", "total", "reserved"}:
        return 0 <= value * scale <= MOST_BYTES
    return 0 <= value <= MOST_PERCENT if quantity == "load" else math.isfinite(value)


def _devices(parts: Mapping[tuple[str, str, str], _Part]) -> tuple[DeviceReading, ...]:
    instances: dict[tuple[str, str], list[InstanceReading]] = {}
    for (host, uuid, mig), part in parts.items():
        if mig:
            instances.setdefault((host, uuid), []).append(_instance(mig, part))
    whole = {(host, uuid): part for (host, uuid, mig), part in parts.items() if not mig}
    for (host, uuid, mig), part in parts.items():
        if mig and (host, uuid) not in whole:
            whole[host, uuid] = _Part(host, uuid, part.index, part.model)
    found = [
        _device(number, part, instances.get(key, [])) for number, (key, part) in enumerate(whole.items())
    ]
    return tuple(sorted(found, key=lambda device: (device.host or "", device.index)))


def _device(number: int, part: _Part, instances: list[InstanceReading]) -> DeviceReading:
    told = part.told
    load = told.get("load")
    index = part.index if part.index is not None else int(told.get("index", number))
    return DeviceReading(
        index=index,
        name=part.model,
        uuid=None if part.uuid.startswith("#") else part.uuid,
        memory=_memory(told),
        utilisation=None if load is None else (load / 100 if load > RATIO_AT_MOST else min(load, 1.0)),
        mig=bool(instances),
        instances=tuple(sorted(instances, key=lambda instance: instance.number)),
        remap_failed=None if "remap" not in told else bool(told["remap"]),
        recovery=int(told["recovery"]) if "recovery" in told else None,
        xid=int(told["xid"]) if told.get("xid") else None,
        unwell=told["health"] == 0 if "health" in told else None,
        host=part.host,
        held=part.held,
        age=max(part.ages, default=None),
        remote=True,
    )


def _instance(mig: str, part: _Part) -> InstanceReading:
    number = int(mig) if mig.isdigit() else 0
    return InstanceReading(
        number, part.mig_name or part.model, None, _memory(part.told), int(part.held) or None
    )


def _memory(told: Mapping[str, float]) -> Memory | None:
    """Memory from what there is of free, used, reserved and total; None where two of them are missing."""
    free, used, total = told.get("free"), told.get("used"), told.get("total")
    reserved = told.get("reserved", 0.0)
    if total is None and free is not None and used is not None:
        total = free + used + reserved
    if free is None and total is not None and used is not None:
        free = max(0.0, total - used)
    if total is None or free is None or total <= 0:
        return None
    return Memory(int(total), int(min(free, total)), int(reserved))
