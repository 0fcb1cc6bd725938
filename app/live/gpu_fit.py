"""A GPU held against what an article needs of it. Pure."""

from __future__ import annotations

from app.gpu_models import SIZE, GpuModel, find_model
from app.live.model import Gpu, GpuFit, GpuState
from app.phrase import Phrase, Value

GIB = 1024**3

MEMORY_SLACK = 0.05
"""A card sold as 80 GB reports 79.6 GiB and less: a demand within this share of the total is met."""


def fit(
    gpu: Gpu,
    vendor: str | None = None,
    min_capability: str | None = None,
    max_capability: str | None = None,
    min_memory_gib: float | None = None,
) -> GpuFit:
    """Whether `gpu` can run what the article is about; None in `fits` where a needed fact is missing.

    Capability and total memory decide for good; free memory and health decide for now.
    """
    model = find_model(gpu.model or "")
    name = _name(gpu)
    if vendor is None and (min_capability or max_capability):
        vendor = "nvidia"  # only NVIDIA's capabilities are numbers with an order
    theirs = model.vendor if model else ("nvidia" if _numbers(gpu.capability) else None)
    if vendor and theirs and theirs != vendor.lower():
        return GpuFit(gpu, False, Phrase("fit.other_vendor", {**name, "vendor": theirs, "wanted": vendor}))
    problem = _capability(gpu, min_capability, max_capability) or _memory(gpu, min_memory_gib)
    if problem:
        return problem
    if vendor and theirs is None:
        return GpuFit(gpu, None, Phrase("fit.vendor_unknown", name))
    if gpu.state in {GpuState.UNHEALTHY, GpuState.RESTRICTED}:
        return GpuFit(gpu, False, Phrase(f"fit.{gpu.state.value}", name))
    if gpu.state is GpuState.BUSY:
        return GpuFit(gpu, False, Phrase("fit.busy", name))
    if gpu.memory_free is None:
        return GpuFit(gpu, True, Phrase("fit.by_model", name))
    return GpuFit(gpu, True, Phrase("fit.fits", name))


def named_gpu(name: str) -> Gpu:
    """A GPU known by its name only (from a paste, or typed in): what the model table says of it.

    Its memory is the table's, or the size in the name; what is free is unknown. Its state is unknown.
    """
    model = find_model(name)
    memory = _memory_of(name, model)
    label = name.strip()[:200]
    known = Phrase("fit.from_table", {"source": model.source}) if model else None
    return Gpu(
        index=0,
        model=label,
        capability=model.capability if model else None,
        memory_total=memory,
        memory_free=None,
        state=GpuState.UNKNOWN,
        reason=known or Phrase("fit.unknown_model", {"model": label}),
        remedy=None if model else Phrase("fit.name_it"),
        named=True,
    )


def fit_named(
    name: str,
    vendor: str | None = None,
    min_capability: str | None = None,
    max_capability: str | None = None,
    min_memory_gib: float | None = None,
) -> GpuFit:
    """`fit` for a GPU known by its name only; an unknown name fits neither yes nor no."""
    gpu = named_gpu(name)
    if find_model(name) is None:
        return GpuFit(gpu, None, Phrase("fit.unknown_model", {"model": gpu.model or ""}))
    return fit(gpu, vendor, min_capability, max_capability, min_memory_gib)


def _capability(gpu: Gpu, least: str | None, most: str | None) -> GpuFit | None:
    if least is None and most is None:
        return None
    mine = _numbers(gpu.capability)
    if mine is None:
        return GpuFit(gpu, None, Phrase("fit.capability_unknown", _name(gpu)))
    if least and (low := _numbers(least)) and mine < low:
        return GpuFit(gpu, False, Phrase("fit.too_old", {**_name(gpu), "wanted": _sm(least)}))
    if most and (high := _numbers(most)) and mine > high:
        return GpuFit(gpu, False, Phrase("fit.too_new", {**_name(gpu), "wanted": _sm(most)}))
    return None


def _memory(gpu: Gpu, least: float | None) -> GpuFit | None:
    if least is None:
        return None
    wanted = {**_name(gpu), "wanted_gib": least}
    if gpu.memory_total is None:
        return GpuFit(gpu, None, Phrase("fit.memory_unknown", wanted))
    if gpu.memory_total < least * GIB * (1 - MEMORY_SLACK):
        return GpuFit(gpu, False, Phrase("fit.too_small", wanted))
    if gpu.memory_free is not None and gpu.memory_free < least * GIB * (1 - MEMORY_SLACK):
        return GpuFit(gpu, False, Phrase("fit.too_full", wanted))
    return None


def _name(gpu: Gpu) -> dict[str, Value]:
    free = gpu.memory_free if gpu.memory_free is not None else gpu.memory_total
    model = gpu.model or "GPU"
    return {
        "card": model if gpu.named else f"GPU {gpu.index} {model}",
        "model": model,
        "sm": _sm(gpu.capability),
        "free_gib": round(free / GIB, 1) if free is not None else 0.0,
        "total_gib": round(gpu.memory_total / GIB, 1) if gpu.memory_total is not None else 0.0,
    }


def _numbers(capability: str | None) -> tuple[int, int] | None:
    """`9.0`, `90` or `sm_90` as (9, 0); None for anything else (AMD's targets have no order)."""
    text = (capability or "").lower().removeprefix("sm_").removesuffix("a")
    if "." not in text and text.isdigit() and len(text) >= 2:
        text = f"{text[:-1]}.{text[-1]}"
    major, _, minor = text.partition(".")
    return (int(major), int(minor or 0)) if major.isdigit() and (minor or "0").isdigit() else None


def _sm(capability: str | None) -> str:
    numbers = _numbers(capability)
    return f"sm_{numbers[0]}{numbers[1]}" if numbers else (capability or "sm_?")


def _memory_of(name: str, model: GpuModel | None) -> int | None:
    """The size written in the name (sold sizes exceed what a driver shows), else the table's; bytes."""
    sizes = [int(match.group(1)) for match in SIZE.finditer(name[:200].replace("-", " "))]
    if sizes:
        return int(max(sizes) * GIB * (1 - MEMORY_SLACK / 2))
    return int(model.memory_gib * GIB) if model and model.memory_gib else None
