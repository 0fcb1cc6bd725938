"""Recorded NVML answers played back: stands in for the library where there is no GPU."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pynvml

from app.live.nvml import NvmlReader
from app.live.nvml_errors import NVML_ERRORS
from app.state.clock import Clock

PUBLIC = frozenset({"usedGpuMemory"})
"""All that is recorded of a process."""


MISMATCH = "LibraryMismatch"
"""Written for the error that has no code: an old driver lacks a versioned function."""


class FixedNvml:
    """Has the functions of `pynvml`, answered from a recording; the constants are the library's own.

    A recording is a JSON object: call -> {"value": ...} or {"error": NVML return code}. A call is written
    `function argument ...` with `gpu0`, `gpu0/mig1` for handles; a call that is not there is not supported.
    """

    def __init__(self, calls: dict[str, Any]) -> None:
        self._calls = calls

    @classmethod
    def load(cls, path: Path) -> FixedNvml:
        """The recording in a file."""
        return cls(json.loads(path.read_text("utf-8"))["calls"])

    def __getattr__(self, name: str) -> Any:
        real = getattr(pynvml, name)
        if not callable(real):
            return real
        return lambda *arguments, **options: self._answer(call_text(name, arguments, options))

    def _answer(self, call: str) -> Any:
        recorded = self._calls.get(call, {"error": pynvml.NVML_ERROR_NOT_SUPPORTED})
        if recorded.get("error") == MISMATCH:
            raise pynvml.NVMLLibraryMismatchError(call)
        if "error" in recorded:
            raise pynvml.NVMLError(recorded["error"])
        return _decode(recorded["value"])


def fixed_gpus(path: Path, clock: Clock) -> NvmlReader:
    """A reader that plays back a recording: stands in for this host's GPUs."""
    return NvmlReader(clock, FixedNvml.load(path))


class RecordingNvml:
    """Passes calls on to a library and keeps the answers: makes the recordings that FixedNvml plays."""

    def __init__(self, nvml: Any = pynvml) -> None:
        self._nvml = nvml
        self._labels: dict[int, str] = {}
        self._handles: list[Any] = []
        self.calls: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._nvml, name)
        return self._passing(name, real) if callable(real) and name.startswith("nvml") else real

    def _passing(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            text = call_text(name, [self._labels.get(id(a), a) for a in arguments], options)
            try:
                value = real(*arguments, **options)
            except NVML_ERRORS as error:
                self.calls[text] = {"error": int(getattr(error, "value", pynvml.NVML_ERROR_UNKNOWN))}
                raise
            self.calls[text] = {"value": self._encode(name, arguments, value)}
            return value

        return call

    def _encode(self, name: str, arguments: tuple[Any, ...], value: Any) -> Any:
        label = None
        if name == "nvmlDeviceGetHandleByIndex":
            label = f"gpu{arguments[0]}"
        elif name == "nvmlDeviceGetMigDeviceHandleByIndex":
            label = f"{self._labels[id(arguments[0])]}/mig{arguments[1]}"
        elif name == "nvmlEventSetCreate":
            label = "events"
        if label is None:
            return _plain(value, processes="Processes" in name)
        self._labels[id(value)] = label
        self._handles.append(value)  # a handle that was freed would lend its id to another
        return label


def call_text(name: str, arguments: Any, options: dict[str, Any]) -> str:
    """A call as the recordings write it."""
    named = (f"{key}={value}" for key, value in sorted(options.items()))
    return " ".join([name, *(str(argument) for argument in arguments), *named])


def _plain(value: Any, processes: bool) -> Any:
    if isinstance(value, (ctypes.Array, list, tuple)):
        return [_plain(item, processes) for item in value]
    if isinstance(value, ctypes.Union):
        return {"uiVal": value.uiVal}
    if isinstance(value, ctypes.Structure):
        return {name: _plain(getattr(value, name), processes) for name, *_type in value._fields_}
    if hasattr(value, "__dict__"):
        names = PUBLIC if processes else vars(value).keys()
        return {name: _plain(getattr(value, name, None), processes) for name in names}
    return value if isinstance(value, (int, float, str, bool, type(None))) else str(value)


def _decode(value: Any) -> Any:
    if isinstance(value, dict):
        return SimpleNamespace(**{name: _decode(item) for name, item in value.items()})
    return [_decode(item) for item in value] if isinstance(value, list) else value
