"""The GPUs as pages see them: a snapshot kept by one thread that reads, lazily, when somebody looks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from app.live.config import GpuConfig
from app.live.exporters import ExporterReader
from app.live.gpu_fit import fit
from app.live.gpu_judge import judge, judge_instances
from app.live.gpu_readings import DeviceReading, GpuReader, HostReading
from app.live.model import Gpu, GpuFit, GpuSnapshot, GpuState, HardwareNeeds
from app.live.nvml import NvmlReader
from app.phrase import Phrase
from app.state.clock import Clock

log = logging.getLogger("faultbook.live")

BEST_FIRST = (
    GpuState.AVAILABLE,
    GpuState.PARTLY_FREE,
    GpuState.BUSY,
    GpuState.RESTRICTED,
    GpuState.UNHEALTHY,
    GpuState.UNKNOWN,
)
"""The word for many GPUs is that of the best one."""

Loads = dict[tuple[str | None, str], float]
"""(host, GPU) -> utilisation of the sweep before."""

FIRST_WAIT = 2.0
"""Seconds that the first look may wait for the first sweep; a driver without persistence needs 1 to 3."""


class GpuView:
    """Serves the last snapshot. Reading happens in one thread, from the first look until nobody looks."""

    def __init__(self, config: GpuConfig, clock: Clock, readers: Sequence[GpuReader] | None = None) -> None:
        self._readers = readers_of(config, clock) if readers is None else tuple(readers)
        self._clock = clock
        self._config = config
        self._loads: Loads = {}
        self._snapshot: GpuSnapshot | None = None
        self._ready = threading.Event()
        self._stop = threading.Event()
        self._looked = 0.0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def snapshot(self, wait: float = FIRST_WAIT) -> GpuSnapshot:
        """The last snapshot; the first look waits up to `wait` seconds for it, no later one waits at all."""
        self._looked = time.monotonic()
        if not self._readers:
            return self._nothing(Phrase("gpu.off"), Phrase("gpu.turn_on"))
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._sweep, name="faultbook-gpus", daemon=True)
                self._thread.start()
        if self._snapshot is None:
            self._ready.wait(wait)
        return self._snapshot or self._nothing(Phrase("gpu.reading"), Phrase("gpu.look_again"))

    def close(self) -> None:
        """Stop reading and let go of the driver."""
        self._stop.set()
        thread = self._thread
        if thread is not None and thread.is_alive():
            thread.join(FIRST_WAIT)

    def _sweep(self) -> None:
        while not self._stop.is_set() and time.monotonic() - self._looked < self._config.idle_seconds:
            self._snapshot = take(self._readers, self._loads, self._clock, self._config)
            self._ready.set()
            self._stop.wait(self._config.sweep_seconds)
        for reader in self._readers:
            reader.close()

    def _nothing(self, reason: Phrase, remedy: Phrase) -> GpuSnapshot:
        return GpuSnapshot(GpuState.UNKNOWN, reason, remedy, self._clock.now())


def readers_of(config: GpuConfig, clock: Clock) -> tuple[GpuReader, ...]:
    """The readers that a configuration names; nothing is opened yet."""
    local: tuple[GpuReader, ...] = (NvmlReader(clock),) if config.local else ()
    return (*local, ExporterReader(config, clock)) if config.exporters or config.prometheus else local


def fit_all(snapshot: GpuSnapshot, needs: HardwareNeeds) -> tuple[GpuFit, ...]:
    """Every GPU of the snapshot held against an article's demands, those that fit first."""
    order = {True: 0, None: 1, False: 2}
    fits = [
        fit(gpu, needs.vendor, needs.min_capability, needs.max_capability, needs.min_memory_gib)
        for gpu in snapshot.gpus
    ]
    return tuple(sorted(fits, key=lambda found: order[found.fits]))


def take(readers: Sequence[GpuReader], loads: Loads, clock: Clock, config: GpuConfig) -> GpuSnapshot:
    """One sweep over every reader. `loads` holds the utilisations of the sweep before and is updated."""
    gpus: list[Gpu] = []
    readings: list[HostReading] = []
    for reader in readers:
        reading = reader.read()
        readings.append(reading)
        for device in reading.devices:
            gpus += _words(device, loads, config)
    return _summary(tuple(gpus), readings, clock)


def _words(device: DeviceReading, loads: Loads, config: GpuConfig) -> list[Gpu]:
    key = (device.host, device.uuid or str(device.index))
    before = loads.pop(key, None)
    if device.utilisation is not None:
        loads[key] = device.utilisation
    return [judge(device, before, config), *judge_instances(device, config)]


def _summary(gpus: tuple[Gpu, ...], readings: list[HostReading], clock: Clock) -> GpuSnapshot:
    local = readings[0]
    failed = next((reading for reading in readings if reading.reason is not None), None)
    taken = min((reading.taken_at for reading in readings), default=clock.now())
    if gpus:
        state = next(word for word in BEST_FIRST if any(gpu.state is word for gpu in gpus))
        counts = {"count": len(gpus), "free": sum(gpu.state is GpuState.AVAILABLE for gpu in gpus)}
        reason, remedy = Phrase("gpu.summary", counts), None
    elif failed is not None and failed.reason is not None:
        state, reason, remedy = GpuState.UNKNOWN, failed.reason, failed.remedy
    else:
        state, reason, remedy = GpuState.UNKNOWN, Phrase("gpu.none"), Phrase("gpu.check_container")
    return GpuSnapshot(state, reason, remedy, taken, gpus, local.driver, local.cuda)
