"""NVIDIA's management library, each call on its own: one reading that fails never loses the row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pynvml

from app.live.gpu_readings import DeviceReading, HostReading, InstanceReading, Memory
from app.live.nvml_errors import NVML_ERRORS, attempt, host_failure, name_of
from app.live.xid import XidWatch
from app.state.clock import Clock

Ask = Callable[[str, Callable[[], Any]], Any]

START_AGAIN = frozenset({"GpuIsLost", "Unknown"})
"""After these the library is shut down and started again at the next sweep, once a minute at most."""

RESTART_EVERY = timedelta(minutes=1)


class NvmlReader:
    """Reads this host's GPUs. Starts the library at first use, in the thread that calls."""

    def __init__(self, clock: Clock, nvml: Any = pynvml) -> None:
        self._clock = clock
        self._nvml = nvml
        self._started = False
        self._since: datetime | None = None
        self._xids = XidWatch(nvml, clock)

    def read(self) -> HostReading:
        """What the GPUs say now; a host without a driver gives a reason and a remedy. Never raises."""
        now = self._clock.now()
        try:
            self._start()
            count = self._nvml.nvmlDeviceGetCount()
        except NVML_ERRORS as error:
            self.close()
            reason, remedy = host_failure(name_of(error))
            return HostReading(now, reason=reason, remedy=remedy)
        self._xids.collect()
        devices = tuple(self._device(index) for index in range(count))
        missing: dict[str, str] = {}
        driver = attempt(missing, "driver", self._nvml.nvmlSystemGetDriverVersion)
        cuda = attempt(missing, "cuda", self._nvml.nvmlSystemGetCudaDriverVersion_v2)
        ill = any(START_AGAIN & {device.lost, *device.missing.values()} for device in devices)
        if ill and (self._since is None or abs(now - self._since) >= RESTART_EVERY):
            self.close()
        return HostReading(now, devices, driver, _cuda_version(cuda))

    def close(self) -> None:
        """Shut the library down."""
        if not self._started:
            return
        self._started = False
        self._xids.forget()
        attempt({}, "shutdown", self._nvml.nvmlShutdown)

    def _start(self) -> None:
        if self._started:
            return
        self._nvml.nvmlInit()
        self._started = True
        self._since = self._clock.now()

    def _device(self, index: int) -> DeviceReading:
        """One GPU; a lost one raises where its handle is asked for."""
        nvml = self._nvml
        missing: dict[str, str] = {}
        handle = attempt(missing, "handle", lambda: nvml.nvmlDeviceGetHandleByIndex(index))
        if handle is None:
            return DeviceReading(index, lost=missing["handle"])
        self._xids.watch(index, handle)
        ask = partial(attempt, missing)
        mig = ask("mig", lambda: nvml.nvmlDeviceGetMigMode(handle))
        device = DeviceReading(
            index,
            name=ask("name", lambda: nvml.nvmlDeviceGetName(handle)),
            uuid=ask("uuid", lambda: nvml.nvmlDeviceGetUUID(handle)),
            capability=_pair(ask("capability", lambda: nvml.nvmlDeviceGetCudaComputeCapability(handle))),
            memory=self._memory(handle, missing),
            utilisation=_percent(ask("utilisation", lambda: nvml.nvmlDeviceGetUtilizationRates(handle).gpu)),
            compute_mode=ask("compute_mode", lambda: nvml.nvmlDeviceGetComputeMode(handle)),
            mig=None if mig is None else mig[0] == 1,
            instances=self._instances(handle) if mig is not None and mig[0] == 1 else (),
            processes=ask("processes", lambda: len(nvml.nvmlDeviceGetComputeRunningProcesses(handle))),
            missing=missing,
        )
        return self._with_health(device, handle, ask)

    def _with_health(self, device: DeviceReading, handle: Any, ask: Ask) -> DeviceReading:
        nvml = self._nvml
        rows = ask("remapped_rows", lambda: nvml.nvmlDeviceGetRemappedRows(handle))
        return replace(
            device,
            ecc_errors=ask(
                "ecc_errors",
                lambda: nvml.nvmlDeviceGetTotalEccErrors(
                    handle, nvml.NVML_MEMORY_ERROR_TYPE_UNCORRECTED, nvml.NVML_VOLATILE_ECC
                ),
            ),
            remap_pending=None if rows is None else bool(rows[2]),
            remap_failed=None if rows is None else bool(rows[3]),
            recovery=ask("recovery", lambda: self._recovery(handle)),
            xid=self._xids.recent(device.index),
        )

    def _recovery(self, handle: Any) -> int | None:
        """The driver's recovery action; its own return code says whether the value counts."""
        nvml = self._nvml
        (value,) = nvml.nvmlDeviceGetFieldValues(handle, [nvml.NVML_FI_DEV_GET_GPU_RECOVERY_ACTION])
        if value.nvmlReturn != nvml.NVML_SUCCESS:
            raise pynvml.NVMLError(value.nvmlReturn)
        return int(value.value.uiVal)

    def _memory(self, handle: Any, missing: dict[str, str]) -> Memory | None:
        """Version 2 tells the driver's reserve apart; older drivers know version 1 only."""
        nvml = self._nvml
        info = attempt({}, "memory", lambda: nvml.nvmlDeviceGetMemoryInfo(handle, version=nvml.nvmlMemory_v2))
        if info is not None:
            return Memory(int(info.total), int(info.free), int(info.reserved))
        info = attempt(missing, "memory", lambda: nvml.nvmlDeviceGetMemoryInfo(handle))
        return Memory(int(info.total), int(info.free)) if info is not None else None

    def _instances(self, handle: Any) -> tuple[InstanceReading, ...]:
        nvml = self._nvml
        most = attempt({}, "count", lambda: nvml.nvmlDeviceGetMaxMigDeviceCount(handle)) or 0
        found = []
        for number in range(most):
            part = attempt({}, "part", partial(nvml.nvmlDeviceGetMigDeviceHandleByIndex, handle, number))
            if part is not None:
                found.append(self._instance(number, part))
        return tuple(found)

    def _instance(self, number: int, part: Any) -> InstanceReading:
        nvml = self._nvml
        ask = partial(attempt, {})
        return InstanceReading(
            number,
            name=ask("name", lambda: nvml.nvmlDeviceGetName(part)),
            uuid=ask("uuid", lambda: nvml.nvmlDeviceGetUUID(part)),
            memory=self._memory(part, {}),
            processes=ask("processes", lambda: len(nvml.nvmlDeviceGetComputeRunningProcesses(part))),
        )


def _pair(value: Any) -> tuple[int, int] | None:
    return None if value is None else (int(value[0]), int(value[1]))


def _percent(value: Any) -> float | None:
    return None if value is None else int(value) / 100


def _cuda_version(value: Any) -> str | None:
    """13010 -> `13.1`: the newest CUDA that the driver runs."""
    return None if value is None else f"{int(value) // 1000}.{int(value) % 1000 // 10}"
