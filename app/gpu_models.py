"""GPU models by name: compute capability and memory. Data, each row with its source.

Capabilities are from NVIDIA's table of CUDA GPUs; memory is the data sheet's, in GiB as the driver reports it
or, where only sold sizes differ, the smallest one (a GPU named without its size may not have more).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

CUDA_TABLE = "NVIDIA, CUDA GPU Compute Capability table"
SHEET = "vendor's data sheet"


@dataclass(frozen=True, slots=True)
class GpuModel:
    """One model. `words` must all appear in a name, longest list first."""

    words: tuple[str, ...]
    label: str
    vendor: str
    capability: str | None
    """`9.0` for NVIDIA; the `gfx` target for AMD; None where the vendor has none."""
    memory_gib: float | None
    source: str


def _nvidia(words: str, label: str, capability: str, memory: float | None) -> GpuModel:
    return GpuModel(tuple(words.split()), label, "nvidia", capability, memory, f"{CUDA_TABLE}; {SHEET}")


def _amd(words: str, label: str, target: str, memory: float) -> GpuModel:
    return GpuModel(tuple(words.split()), label, "amd", target, memory, f"ROCm system requirements; {SHEET}")


def _ascend(words: str, label: str, memory: float) -> GpuModel:
    return GpuModel(tuple(words.split()), label, "ascend", None, memory, SHEET)


MODELS: tuple[GpuModel, ...] = (
    _nvidia("gb300", "GB300", "10.3", 279),
    _nvidia("b300", "B300", "10.3", 268),
    _nvidia("gb200", "GB200", "10.0", 186),
    _nvidia("b200", "B200", "10.0", 180),
    _nvidia("gh200 144", "GH200 144G", "9.0", 141),
    _nvidia("gh200", "GH200", "9.0", 96),
    _nvidia("h200", "H200", "9.0", 139.8),
    _nvidia("h100 nvl", "H100 NVL", "9.0", 93.6),
    _nvidia("h100", "H100", "9.0", 79.6),
    _nvidia("h800", "H800", "9.0", 79.6),
    _nvidia("h20", "H20", "9.0", 95.6),
    _nvidia("l40s", "L40S", "8.9", 44.5),
    _nvidia("l40", "L40", "8.9", 44.5),
    _nvidia("l20", "L20", "8.9", 44.5),
    _nvidia("l4", "L4", "8.9", 22),
    _nvidia("rtx pro 6000 blackwell", "RTX PRO 6000 Blackwell", "12.0", 95.6),
    _nvidia("rtx 6000 ada", "RTX 6000 Ada", "8.9", 48),
    _nvidia("gb10", "GB10 (DGX Spark)", "12.1", 119),
    _nvidia("5090 d", "RTX 5090 D", "12.0", 31.4),
    _nvidia("5090", "RTX 5090", "12.0", 31.4),
    _nvidia("5080", "RTX 5080", "12.0", 15.5),
    _nvidia("5070 ti", "RTX 5070 Ti", "12.0", 15.5),
    _nvidia("5070", "RTX 5070", "12.0", 11.5),
    _nvidia("5060 ti", "RTX 5060 Ti", "12.0", 7.6),
    _nvidia("4090", "RTX 4090", "8.9", 23.5),
    _nvidia("4080", "RTX 4080", "8.9", 15.6),
    _nvidia("4070", "RTX 4070", "8.9", 11.6),
    _nvidia("4060 ti", "RTX 4060 Ti", "8.9", 7.6),
    _nvidia("4060", "RTX 4060", "8.9", 7.6),
    _nvidia("a100 80", "A100 80GB", "8.0", 79.2),
    _nvidia("a100", "A100", "8.0", 39.4),
    _nvidia("a800", "A800", "8.0", 79.2),
    _nvidia("a30", "A30", "8.0", 23.7),
    _nvidia("rtx a6000", "RTX A6000", "8.6", 47.5),
    _nvidia("rtx a5000", "RTX A5000", "8.6", 23.7),
    _nvidia("a40", "A40", "8.6", 44.4),
    _nvidia("a10g", "A10G", "8.6", 22),
    _nvidia("a10", "A10", "8.6", 22),
    _nvidia("a16", "A16", "8.6", 14.7),
    _nvidia("3090", "RTX 3090", "8.6", 23.7),
    _nvidia("3080", "RTX 3080", "8.6", 9.8),
    _nvidia("3070", "RTX 3070", "8.6", 7.8),
    _nvidia("3060", "RTX 3060", "8.6", 7.8),
    _nvidia("3050", "RTX 3050", "8.6", 5.8),
    _nvidia("rtx a4000", "RTX A4000", "8.6", 15.7),
    _nvidia("orin", "Jetson Orin", "8.7", None),
    _nvidia("t4", "T4", "7.5", 14.7),
    _nvidia("quadro rtx 8000", "Quadro RTX 8000", "7.5", 47.4),
    _nvidia("quadro rtx 6000", "Quadro RTX 6000", "7.5", 23.7),
    _nvidia("2080 ti", "RTX 2080 Ti", "7.5", 10.8),
    _nvidia("2080", "RTX 2080", "7.5", 7.8),
    _nvidia("2070", "RTX 2070", "7.5", 7.8),
    _nvidia("2060", "RTX 2060", "7.5", 5.8),
    _nvidia("1650", "GTX 1650", "7.5", 3.8),
    _nvidia("1660", "GTX 1660", "7.5", 5.8),
    _nvidia("titan rtx", "TITAN RTX", "7.5", 23.6),
    _nvidia("titan v", "TITAN V", "7.0", 11.8),
    _nvidia("v100 32", "V100 32GB", "7.0", 31.7),
    _nvidia("v100", "V100", "7.0", 15.8),
    _nvidia("p100", "P100", "6.0", 15.9),
    _nvidia("p40", "P40", "6.1", 22.4),
    _nvidia("p4", "P4", "6.1", 7.4),
    _nvidia("1080 ti", "GTX 1080 Ti", "6.1", 10.9),
    _nvidia("1080", "GTX 1080", "6.1", 7.9),
    _nvidia("1070", "GTX 1070", "6.1", 7.9),
    _nvidia("1060", "GTX 1060", "6.1", 2.9),
    _nvidia("1050", "GTX 1050", "6.1", 1.9),
    _nvidia("titan xp", "TITAN Xp", "6.1", 11.9),
    _nvidia("mx150", "GeForce MX150", "6.1", 1.9),
    _nvidia("m60", "M60", "5.2", 7.5),
    _nvidia("m40", "M40", "5.2", 11.2),
    _nvidia("980", "GTX 980", "5.2", 3.9),
    _nvidia("970", "GTX 970", "5.2", 3.9),
    _nvidia("960", "GTX 960", "5.2", 1.9),
    _nvidia("750 ti", "GTX 750 Ti", "5.0", 1.9),
    _nvidia("k80", "K80", "3.7", 11.2),
    _nvidia("k40", "K40", "3.5", 11.2),
    _nvidia("k40m", "K40m", "3.5", 11.2),
    _nvidia("k40c", "K40c", "3.5", 11.2),
    _nvidia("k520", "GRID K520", "3.0", 3.9),
    _nvidia("780", "GTX 780", "3.5", 2.9),
    _nvidia("680", "GTX 680", "3.0", 1.9),
    _nvidia("650", "GTX 650", "3.0", 0.9),
    _amd("mi355x", "Instinct MI355X", "gfx950", 288),
    _amd("mi350x", "Instinct MI350X", "gfx950", 288),
    _amd("mi325x", "Instinct MI325X", "gfx942", 256),
    _amd("mi300x", "Instinct MI300X", "gfx942", 192),
    _amd("mi300a", "Instinct MI300A", "gfx942", 128),
    _amd("mi250x", "Instinct MI250X", "gfx90a", 64),
    _amd("mi250", "Instinct MI250", "gfx90a", 64),
    _amd("mi210", "Instinct MI210", "gfx90a", 64),
    _amd("mi100", "Instinct MI100", "gfx908", 32),
    _amd("7900 xtx", "Radeon RX 7900 XTX", "gfx1100", 24),
    _ascend("910b", "Ascend 910B", 64),
    _ascend("910c", "Ascend 910C", 64),
    _ascend("310p", "Ascend 310P", 24),
)
"""First row whose words all appear wins: rows with more words stand above those they contain."""

WORD = re.compile(r"[a-z]+\d*[a-z]*|\d+[a-z]*")
SIZE = re.compile(r"\b(\d{1,4})(?:\.\d{1,3})? ?(gib|gb|g)\b", re.IGNORECASE)
LONGEST_NAME = 200


def sm_number(names: Iterable[str]) -> int | None:
    """The compute capability that the named NVIDIA GPUs share, as in `sm_90` and `sm_120`: 90, 120.

    None where none of them is in the table or they differ.
    """
    models = (find_model(name) for name in names)
    found = {model.capability for model in models if model is not None and model.vendor == "nvidia"}
    capability = found.pop() if len(found) == 1 else None
    return int(capability.replace(".", "")) if capability else None


def find_model(name: str) -> GpuModel | None:
    """The model that a name means (`NVIDIA H100 80GB HBM3`, `rtx 4090`, `a100-sxm4-80gb`), or None."""
    text = name[:LONGEST_NAME].lower().replace("rtx", "rtx ").replace("gtx", "gtx ")
    words = set(WORD.findall(text))
    words |= {match.group(1) for match in SIZE.finditer(text.replace("-", " ").replace("_", " "))}
    return next((model for model in MODELS if words.issuperset(model.words)), None)
