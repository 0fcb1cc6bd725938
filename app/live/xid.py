"""Critical Xid events of this host's GPUs. NVML has no query for past ones: only events since we listen."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from app.live.nvml_errors import attempt
from app.state.clock import Clock

KEPT = timedelta(minutes=5)
MOST_EVENTS = 16
"""Events taken in one sweep."""


class XidWatch:
    """Listens for Xid events from the sweeping thread itself, without ever waiting for one."""

    def __init__(self, nvml: Any, clock: Clock) -> None:
        self._nvml = nvml
        self._clock = clock
        self._set: Any = None
        self._watched: set[int] = set()
        self._seen: dict[int, tuple[int, datetime]] = {}

    def watch(self, index: int, handle: Any) -> None:
        """Listen to the GPU, once; a card or driver that cannot is left alone."""
        if index in self._watched:
            return
        self._watched.add(index)
        nvml = self._nvml
        if self._set is None:
            self._set = attempt({}, "xid", nvml.nvmlEventSetCreate)
        if self._set is not None:
            kind = nvml.nvmlEventTypeXidCriticalError
            attempt({}, "xid", lambda: nvml.nvmlDeviceRegisterEvents(handle, kind, self._set))

    def collect(self) -> None:
        """Take the events that have come."""
        if self._set is None:
            return
        for _event in range(MOST_EVENTS):
            event = attempt({}, "xid", lambda: self._nvml.nvmlEventSetWait_v2(self._set, 0))
            if event is None:
                return
            index = attempt({}, "xid", partial(self._nvml.nvmlDeviceGetIndex, event.device))
            if index is not None:
                self._seen[int(index)] = (int(event.eventData), self._clock.now())

    def recent(self, index: int) -> int | None:
        """The last Xid of the GPU in the last five minutes."""
        xid, at = self._seen.get(index, (0, None))
        if at is None or abs(self._clock.now() - at) > KEPT:
            return None
        return xid

    def forget(self) -> None:
        """The library was shut down: the event set is gone with it, what was seen stays."""
        self._set = None
        self._watched.clear()
