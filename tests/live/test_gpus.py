"""GPUs of this host: recorded answers of a real H200, and the same answers with one thing changed."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pynvml
import pytest

from app.live.config import GpuConfig
from app.live.gpus import GpuView, Loads, take
from app.live.model import GpuSnapshot, GpuState
from app.live.nvml import NvmlReader
from app.live.nvml_fixed import FixedNvml, RecordingNvml, fixed_gpus
from app.state.clock import FixedClock
from tests.live.rig import NOW

RECORDED = Path(__file__).parent.parent / "data" / "gpus"
GIB = 1024**3
V2 = f"nvmlDeviceGetMemoryInfo gpu0 version={pynvml.nvmlMemory_v2}"
RECOVERY = f"nvmlDeviceGetFieldValues gpu0 [{pynvml.NVML_FI_DEV_GET_GPU_RECOVERY_ACTION}]"


def _calls(name: str = "h200-idle") -> dict[str, Any]:
    calls: dict[str, Any] = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))["calls"]
    return calls


def _look(calls: dict[str, Any], sweeps: int = 2) -> GpuSnapshot:
    clock = FixedClock(NOW)
    reader, loads = NvmlReader(clock, FixedNvml(calls)), Loads()
    for _sweep in range(sweeps):
        snapshot = take([reader], loads, clock, GpuConfig())
    return snapshot


@pytest.mark.parametrize(
    ("name", "state", "reason", "free"),
    [
        ("h200-idle", GpuState.AVAILABLE, "gpu.idle", 139.8),
        ("h200-held-20gib", GpuState.PARTLY_FREE, "gpu.shared", 119.2),
        ("h200-full-load", GpuState.BUSY, "gpu.loaded", 118.7),
        ("h200-full-memory", GpuState.BUSY, "gpu.memory_taken", 9.2),
    ],
)
def test_a_real_h200(name: str, state: GpuState, reason: str, free: float) -> None:
    snapshot = _look(_calls(name))
    (gpu,) = snapshot.gpus
    assert (gpu.model, gpu.capability, gpu.memory_total) == ("NVIDIA H200", "9.0", 150754820096)
    assert (gpu.state, gpu.reason.id, gpu.reason.values["free_gib"]) == (state, reason, free)
    assert (snapshot.driver, snapshot.cuda, snapshot.state) == ("580.159.04", "13.0", state)
    assert (gpu.remedy is None) == (state is GpuState.AVAILABLE)


def _recovery(action: int) -> dict[str, Any]:
    return {RECOVERY: {"value": [{"nvmlReturn": 0, "value": {"uiVal": action}}]}}


NO_VERDICT = {RECOVERY: {"error": pynvml.NVML_ERROR_FUNCTION_NOT_FOUND}}
EVENTS = "nvmlEventSetWait_v2 events 0"

CHANGED: list[tuple[str, dict[str, Any], GpuState, str]] = [
    ("lost", {"nvmlDeviceGetHandleByIndex 0": {"error": 15}}, GpuState.UNHEALTHY, "gpu.does_not_answer"),
    ("not allowed", {"nvmlDeviceGetHandleByIndex 0": {"error": 4}}, GpuState.UNKNOWN, "gpu.no_permission"),
    ("wants a reset", _recovery(1), GpuState.UNHEALTHY, "gpu.recovery_wanted"),
    ("wants what is not known yet", _recovery(9), GpuState.UNHEALTHY, "gpu.recovery_wanted"),
    (
        "remap failed",
        {"nvmlDeviceGetRemappedRows gpu0": {"value": [0, 1, 0, 1]}},
        GpuState.UNHEALTHY,
        "gpu.remap_failed",
    ),
    (
        "remap pending",
        {"nvmlDeviceGetRemappedRows gpu0": {"value": [0, 1, 1, 0]}},
        GpuState.UNHEALTHY,
        "gpu.remap_pending",
    ),
    (
        "ecc errors, an old driver",
        {**NO_VERDICT, "nvmlDeviceGetTotalEccErrors gpu0 1 0": {"value": 2}},
        GpuState.UNHEALTHY,
        "gpu.ecc_errors",
    ),
    (
        "ecc errors that the driver has weighed",
        {"nvmlDeviceGetTotalEccErrors gpu0 1 0": {"value": 2}},
        GpuState.AVAILABLE,
        "gpu.idle",
    ),
    (
        "prohibited",
        {"nvmlDeviceGetComputeMode gpu0": {"value": 2}},
        GpuState.RESTRICTED,
        "gpu.compute_prohibited",
    ),
    ("exclusive, free", {"nvmlDeviceGetComputeMode gpu0": {"value": 3}}, GpuState.AVAILABLE, "gpu.idle"),
    (
        "exclusive, taken",
        {
            "nvmlDeviceGetComputeMode gpu0": {"value": 3},
            "nvmlDeviceGetComputeRunningProcesses gpu0": {"value": [{"usedGpuMemory": None}]},
        },
        GpuState.RESTRICTED,
        "gpu.exclusive_taken",
    ),
    (
        "memory unreadable",
        {V2: {"error": 3}, "nvmlDeviceGetMemoryInfo gpu0": {"error": 3}},
        GpuState.UNKNOWN,
        "gpu.memory_unreadable",
    ),
    (
        "an old driver: memory by version 1",
        {
            V2: {"error": "LibraryMismatch"},
            "nvmlDeviceGetMemoryInfo gpu0": {"value": {"total": 80 * GIB, "free": 79 * GIB, "used": GIB}},
        },
        GpuState.AVAILABLE,
        "gpu.idle",
    ),
    (
        "utilisation unreadable",
        {"nvmlDeviceGetUtilizationRates gpu0": {"error": 3}},
        GpuState.AVAILABLE,
        "gpu.idle",
    ),
    (
        "processes unreadable, memory taken by half",
        {
            "nvmlDeviceGetComputeRunningProcesses gpu0": {"error": 4},
            V2: {"value": {"total": 80 * GIB, "free": 40 * GIB, "reserved": 0, "used": 40 * GIB}},
        },
        GpuState.PARTLY_FREE,
        "gpu.memory_part",
    ),
    (
        "load of a process that is not seen",
        {"nvmlDeviceGetUtilizationRates gpu0": {"value": {"gpu": 40, "memory": 0}}},
        GpuState.PARTLY_FREE,
        "gpu.some_load",
    ),
    (
        "mig without instances",
        {"nvmlDeviceGetMigMode gpu0": {"value": [1, 1]}},
        GpuState.RESTRICTED,
        "gpu.mig_empty",
    ),
]


@pytest.mark.parametrize(("name", "change", "state", "reason"), CHANGED, ids=[row[0] for row in CHANGED])
def test_one_thing_changed(name: str, change: dict[str, Any], state: GpuState, reason: str) -> None:
    (gpu,) = _look({**_calls(), **change}).gpus
    assert (gpu.state, gpu.reason.id) == (state, reason)


@pytest.mark.parametrize("call", [call for call in _calls() if "Device" in call and "Handle" not in call])
@pytest.mark.parametrize("error", [1, 3, 4, 13, 25, 999, "LibraryMismatch"])
def test_no_failing_call_loses_the_row(call: str, error: int | str) -> None:
    """Each reading fails with each error, alone: the rest of the row stays."""
    snapshot = _look({**_calls(), call: {"error": error}})
    if call == "nvmlDeviceGetCount":
        assert snapshot.state is GpuState.UNKNOWN
        return
    (gpu,) = snapshot.gpus
    told = [gpu.model, gpu.uuid, gpu.capability, gpu.memory_total, gpu.utilisation, gpu.processes]
    assert told.count(None) <= 1


HOSTS = [
    (12, "gpu.no_library", "gpu.install_driver"),
    (9, "gpu.driver_not_loaded", "gpu.load_driver"),
    (18, "gpu.driver_mismatch", "gpu.reboot_after_upgrade"),
    (4, "gpu.no_permission", "gpu.grant_permission"),
    ("LibraryMismatch", "gpu.driver_too_old", "gpu.upgrade_driver"),
    (17, "gpu.nvml_failed", None),
]


@pytest.mark.parametrize(("error", "reason", "remedy"), HOSTS)
def test_a_host_that_cannot_be_read(error: int | str, reason: str, remedy: str | None) -> None:
    snapshot = _look({"nvmlInit": {"error": error}})
    assert (snapshot.state, snapshot.reason.id) == (GpuState.UNKNOWN, reason)
    assert (snapshot.remedy.id if snapshot.remedy else None) == remedy
    assert snapshot.gpus == ()


def test_no_gpu_at_all() -> None:
    snapshot = _look({"nvmlInit": {"value": None}, "nvmlDeviceGetCount": {"value": 0}})
    assert (snapshot.state, snapshot.reason.id) == (GpuState.UNKNOWN, "gpu.none")


def test_this_machine_gives_an_answer() -> None:
    """The real library, present or not: a state with a reason, never an exception."""
    snapshot = take([NvmlReader(FixedClock(NOW))], {}, FixedClock(NOW), GpuConfig())
    assert snapshot.state in GpuState
    assert snapshot.reason.id


def _mig() -> dict[str, Any]:
    calls = {
        **_calls(),
        "nvmlDeviceGetMigMode gpu0": {"value": [1, 1]},
        "nvmlDeviceGetUtilizationRates gpu0": {"error": 3},
        "nvmlDeviceGetMaxMigDeviceCount gpu0": {"value": 7},
    }
    for number, free in ((0, 17), (3, 1)):
        handle = f"gpu0/mig{number}"
        memory = {"total": 18 * GIB, "free": free * GIB, "reserved": 0, "used": 0}
        calls |= {
            f"nvmlDeviceGetMigDeviceHandleByIndex gpu0 {number}": {"value": handle},
            f"nvmlDeviceGetName {handle}": {"value": "NVIDIA H200 MIG 1g.18gb"},
            f"nvmlDeviceGetUUID {handle}": {"value": f"MIG-{number}"},
            V2.replace("gpu0", handle): {"value": memory},
            f"nvmlDeviceGetComputeRunningProcesses {handle}": {"value": []},
        }
    return calls


def test_mig_by_instance() -> None:
    whole, first, second = _look(_mig()).gpus
    assert (whole.state, whole.reason.id, whole.reason.values["count"]) == (
        GpuState.RESTRICTED,
        "gpu.mig_on",
        2,
    )
    assert (first.mig, first.state, first.model) == ("0", GpuState.AVAILABLE, "NVIDIA H200 MIG 1g.18gb")
    assert (second.mig, second.state) == ("3", GpuState.BUSY)


def test_instances_of_a_broken_gpu_are_broken() -> None:
    assert {gpu.state for gpu in _look({**_mig(), **_recovery(1)}).gpus} == {GpuState.UNHEALTHY}


@pytest.mark.parametrize(
    ("xid", "state"), [(79, GpuState.UNHEALTHY), (48, GpuState.UNHEALTHY), (31, GpuState.AVAILABLE)]
)
def test_xid_events(xid: int, state: GpuState) -> None:
    """A severe one counts for five minutes; an application's own fault does not count at all."""
    clock, calls = FixedClock(NOW), _calls()
    calls |= {
        EVENTS: {"value": {"device": "gpu0", "eventData": xid}},
        "nvmlDeviceGetIndex gpu0": {"value": 0},
    }
    reader = NvmlReader(clock, FixedNvml(calls))
    take([reader], {}, clock, GpuConfig())
    assert take([reader], {}, clock, GpuConfig()).gpus[0].state is state
    calls[EVENTS] = {"error": 10}
    clock.move(timedelta(minutes=6))
    assert take([reader], {}, clock, GpuConfig()).gpus[0].state is GpuState.AVAILABLE


def test_a_lost_gpu_makes_the_library_start_again() -> None:
    calls = {**_calls(), "nvmlDeviceGetUtilizationRates gpu0": {"error": 15}}
    nvml, clock = RecordingNvml(FixedNvml(calls)), FixedClock(NOW)
    reader = NvmlReader(clock, nvml)
    reader.read()
    assert "nvmlShutdown" not in nvml.calls  # it has only just been started
    clock.move(timedelta(minutes=2))
    reader.read()
    assert "nvmlShutdown" in nvml.calls
    calls.update(_calls())
    assert reader.read().devices[0].utilisation == 0


def test_two_samples_must_say_idle() -> None:
    clock, calls = FixedClock(NOW), _calls()
    reader, loads = NvmlReader(clock, FixedNvml(calls)), Loads()
    calls["nvmlDeviceGetUtilizationRates gpu0"] = {"value": {"gpu": 50, "memory": 0}}
    states = [take([reader], loads, clock, GpuConfig()).gpus[0].state]
    calls["nvmlDeviceGetUtilizationRates gpu0"] = {"value": {"gpu": 0, "memory": 0}}
    states += [take([reader], loads, clock, GpuConfig()).gpus[0].state for _sweep in range(2)]
    assert states == [GpuState.PARTLY_FREE, GpuState.PARTLY_FREE, GpuState.AVAILABLE]


def test_the_view_reads_in_its_own_thread_and_serves_the_last_snapshot() -> None:
    clock = FixedClock(NOW)
    view = GpuView(GpuConfig(), clock, [fixed_gpus(RECORDED / "h200-held-20gib.json", clock)])
    first = view.snapshot()
    assert first.gpus[0].state is GpuState.PARTLY_FREE
    assert view.snapshot() is first
    view.close()


def test_turned_off() -> None:
    snapshot = GpuView(GpuConfig(local=False), FixedClock(NOW)).snapshot()
    assert (snapshot.state, snapshot.reason.id) == (GpuState.UNKNOWN, "gpu.off")


def test_a_recording_of_a_recording_is_the_same() -> None:
    nvml = RecordingNvml(FixedNvml(_calls("h200-full-load")))
    take([NvmlReader(FixedClock(NOW), nvml)], {}, FixedClock(NOW), GpuConfig())
    again = _look(nvml.calls)
    assert again.gpus == _look(_calls("h200-full-load")).gpus
