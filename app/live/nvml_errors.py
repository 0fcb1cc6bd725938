"""What NVML's errors mean, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pynvml

from app.phrase import Phrase

NVML_ERRORS = (pynvml.NVMLError, pynvml.NVMLLibraryMismatchError)
"""Both families: the second is no subclass of the first."""

NAMES: dict[int, str] = {
    1: "Uninitialized",
    3: "NotSupported",
    4: "NoPermission",
    6: "NotFound",
    9: "DriverNotLoaded",
    10: "Timeout",
    12: "LibraryNotFound",
    13: "FunctionNotFound",
    15: "GpuIsLost",
    16: "ResetRequired",
    17: "OperatingSystem",
    18: "LibRmVersionMismatch",
    25: "ArgumentVersionMismatch",
    28: "GpuNotFound",
    999: "Unknown",
}
"""NVML return codes (nvml.h, nvmlReturn_enum)."""

HOST_FAILURES: dict[str, tuple[str, str]] = {
    "LibraryNotFound": ("gpu.no_library", "gpu.install_driver"),
    "DriverNotLoaded": ("gpu.driver_not_loaded", "gpu.load_driver"),
    "NoPermission": ("gpu.no_permission", "gpu.grant_permission"),
    "LibRmVersionMismatch": ("gpu.driver_mismatch", "gpu.reboot_after_upgrade"),
    "LibraryMismatch": ("gpu.driver_too_old", "gpu.upgrade_driver"),
    "FunctionNotFound": ("gpu.driver_too_old", "gpu.upgrade_driver"),
    "GpuIsLost": ("gpu.lost", "gpu.reset_or_reboot"),
}
"""Error at start -> reason and remedy; any other error is `gpu.nvml_failed` with its name."""


def name_of(error: Exception) -> str:
    """The short name of an NVML error, `LibraryMismatch` for the family that has no code."""
    if isinstance(error, pynvml.NVMLLibraryMismatchError):
        return "LibraryMismatch"
    code = int(getattr(error, "value", 999))
    return NAMES.get(code, f"Error{code}")


def host_failure(name: str) -> tuple[Phrase, Phrase | None]:
    """Reason and remedy where the library cannot be started."""
    if name in HOST_FAILURES:
        reason, remedy = HOST_FAILURES[name]
        return Phrase(reason), Phrase(remedy)
    return Phrase("gpu.nvml_failed", {"error": name}), None


def attempt(missing: dict[str, str], name: str, call: Callable[[], Any]) -> Any:
    """The reading that `call` gives, or None with the error's name noted under `name`."""
    try:
        return call()
    except NVML_ERRORS as error:
        missing[name] = name_of(error)
        return None
