"""One word for a GPU from its readings, with reason and remedy. Pure; the rules stand in one tuple."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.live.config import GpuConfig
from app.live.gpu_readings import DeviceReading, InstanceReading, Memory
from app.live.model import Gpu, GpuState
from app.phrase import Phrase

GIB = 1024**3

RECOVERY: dict[int, str] = {
    1: "gpu.do_reset",
    2: "gpu.do_reboot",
    3: "gpu.do_drain",
    4: "gpu.do_drain_and_reset",
    5: "gpu.do_recover_imex",
    6: "gpu.do_reset",
    7: "gpu.do_reboot",
}
"""NVML's recovery actions (nvml.h, nvmlDeviceGpuRecoveryAction_t) and what to do; 0 is none."""

SEVERE_XIDS = frozenset({48, 62, 64, 74, 79, 95, 119, 120})
"""Xids of broken hardware or driver (NVIDIA's Xid catalogue); 13, 31, 43 are an application's own faults."""

COMPUTE_PROHIBITED = 2
COMPUTE_EXCLUSIVE = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """The word and why."""

    state: GpuState
    reason: Phrase
    remedy: Phrase | None = None


Rule = Callable[[DeviceReading, "float | None", GpuConfig], "Verdict | None"]


def judge(device: DeviceReading, before: float | None, config: GpuConfig) -> Gpu:
    """The GPU with its word.

    `before` is the utilisation of the sweep before (0..1), None without one: a GPU counts as idle only if
    both samples say so.
    """
    verdict = next(found for rule in RULES if (found := rule(device, before, config)))
    return Gpu(
        index=device.index,
        model=device.name,
        capability=f"{device.capability[0]}.{device.capability[1]}" if device.capability else None,
        memory_total=device.memory.total if device.memory else None,
        memory_free=device.memory.free if device.memory else None,
        state=verdict.state,
        reason=verdict.reason,
        remedy=verdict.remedy,
        host=device.host,
        uuid=device.uuid,
        processes=device.processes,
        utilisation=device.utilisation,
    )


def judge_instances(device: DeviceReading, config: GpuConfig) -> tuple[Gpu, ...]:
    """The MIG instances of a GPU, each judged by its memory alone."""
    whole = judge(device, None, config)
    return tuple(_instance(whole, part, config) for part in device.instances)


def _instance(whole: Gpu, part: InstanceReading, config: GpuConfig) -> Gpu:
    verdict = _by_memory(part.memory, part.processes, None, config)
    if whole.state is GpuState.UNHEALTHY:
        verdict = Verdict(whole.state, whole.reason, whole.remedy)
    return Gpu(
        index=whole.index,
        model=part.name or whole.model,
        capability=whole.capability,
        memory_total=part.memory.total if part.memory else None,
        memory_free=part.memory.free if part.memory else None,
        state=verdict.state,
        reason=verdict.reason,
        remedy=verdict.remedy,
        host=whole.host,
        uuid=part.uuid,
        processes=part.processes,
        mig=str(part.number),
    )


def _silent(device: DeviceReading, _before: float | None, config: GpuConfig) -> Verdict | None:
    """A place that does not answer, or whose answer is old."""
    if device.failure is not None:
        return Verdict(GpuState.UNKNOWN, device.failure, Phrase("gpu.check_exporter"))
    if device.age is not None and device.age > config.stale_seconds:
        age = {"age": round(device.age)}
        return Verdict(GpuState.UNKNOWN, Phrase("gpu.stale", age), Phrase("gpu.check_sampling"))
    return None


def _lost(device: DeviceReading, _before: float | None, _config: GpuConfig) -> Verdict | None:
    """The GPU does not answer at all."""
    if device.lost is None:
        return None
    if device.lost == "NoPermission":
        return Verdict(GpuState.UNKNOWN, Phrase("gpu.no_permission"), Phrase("gpu.grant_permission"))
    return Verdict(
        GpuState.UNHEALTHY,
        Phrase("gpu.does_not_answer", {"error": device.lost}),
        Phrase("gpu.reset_or_reboot"),
    )


def _broken(device: DeviceReading, _before: float | None, _config: GpuConfig) -> Verdict | None:
    """The driver's own verdict, row remapping, a severe Xid."""
    if device.recovery:
        remedy = Phrase(RECOVERY.get(device.recovery, "gpu.reset_or_reboot"))
        return Verdict(GpuState.UNHEALTHY, Phrase("gpu.recovery_wanted", {"action": device.recovery}), remedy)
    if device.remap_failed:
        return Verdict(GpuState.UNHEALTHY, Phrase("gpu.remap_failed"), Phrase("gpu.replace_card"))
    if device.unwell:
        return Verdict(GpuState.UNHEALTHY, Phrase("gpu.unwell"), Phrase("gpu.look_at_host"))
    if device.xid in SEVERE_XIDS:
        reason = Phrase("gpu.last_xid" if device.remote else "gpu.severe_xid", {"xid": device.xid or 0})
        return Verdict(GpuState.UNHEALTHY, reason, Phrase("gpu.reset_or_reboot"))
    if device.remap_pending:
        return Verdict(GpuState.UNHEALTHY, Phrase("gpu.remap_pending"), Phrase("gpu.do_reset"))
    if device.ecc_errors and device.recovery is None:  # a driver that gives a verdict has weighed them
        count = {"count": device.ecc_errors}
        return Verdict(GpuState.UNHEALTHY, Phrase("gpu.ecc_errors", count), Phrase("gpu.do_reset"))
    return None


def _restricted(device: DeviceReading, _before: float | None, _config: GpuConfig) -> Verdict | None:
    """The operator's own settings keep others out."""
    if device.compute_mode == COMPUTE_PROHIBITED:
        return Verdict(
            GpuState.RESTRICTED, Phrase("gpu.compute_prohibited"), Phrase("gpu.set_compute_default")
        )
    if device.compute_mode == COMPUTE_EXCLUSIVE and device.processes:
        return Verdict(GpuState.RESTRICTED, Phrase("gpu.exclusive_taken"), Phrase("gpu.set_compute_default"))
    if device.mig and not device.instances:
        return Verdict(GpuState.RESTRICTED, Phrase("gpu.mig_empty"), Phrase("gpu.mig_create"))
    if device.mig:
        count = {"count": len(device.instances)}
        return Verdict(GpuState.RESTRICTED, Phrase("gpu.mig_on", count), Phrase("gpu.mig_use_instance"))
    return None


def _free_or_not(device: DeviceReading, before: float | None, config: GpuConfig) -> Verdict | None:
    """Memory first: a loaded, idle model shows no load at all."""
    loads = [load for load in (device.utilisation, before) if load is not None]
    if device.held and device.memory is not None:
        return Verdict(GpuState.BUSY, Phrase("gpu.held"), Phrase("gpu.wait_or_other"))
    return _by_memory(device.memory, device.processes, max(loads, default=None), config)


def _by_memory(
    memory: Memory | None, processes: int | None, load: float | None, config: GpuConfig
) -> Verdict:
    if memory is None or memory.total <= 0:
        return Verdict(GpuState.UNKNOWN, Phrase("gpu.memory_unreadable"), Phrase("gpu.look_at_host"))
    share = memory.free / max(1, memory.total - memory.reserved)
    facts = {
        "free_gib": round(memory.free / GIB, 1),
        "total_gib": round(memory.total / GIB, 1),
        "processes": processes or 0,
        "load": round(100 * load) if load is not None else 0,
    }
    if share < config.least_share:
        return Verdict(GpuState.BUSY, Phrase("gpu.memory_taken", facts), Phrase("gpu.wait_or_other"))
    if load is not None and load >= config.full_load:
        return Verdict(GpuState.BUSY, Phrase("gpu.loaded", facts), Phrase("gpu.wait_or_other"))
    if processes:
        return Verdict(GpuState.PARTLY_FREE, Phrase("gpu.shared", facts), Phrase("gpu.limit_memory"))
    if share < config.free_share:
        return Verdict(GpuState.PARTLY_FREE, Phrase("gpu.memory_part", facts), Phrase("gpu.limit_memory"))
    if load is not None and load >= config.idle_load:
        return Verdict(GpuState.PARTLY_FREE, Phrase("gpu.some_load", facts), Phrase("gpu.look_again"))
    return Verdict(GpuState.AVAILABLE, Phrase("gpu.idle", facts))


RULES: tuple[Rule, ...] = (
    _silent,
    _lost,
    _broken,  # before any word on memory: a broken GPU may look free
    _restricted,
    _free_or_not,  # always answers
)
