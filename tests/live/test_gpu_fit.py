"""GPUs by name, and held against what an article needs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gpu_models import MODELS, find_model
from app.live.gpu_fit import fit, fit_named, named_gpu
from app.live.gpus import fit_all
from app.live.model import Gpu, GpuFit, GpuSnapshot, GpuState
from app.phrase import Phrase
from app.words import Words, load_words
from tests.live.rig import NOW

GIB = 1024**3
H200 = Gpu(0, "NVIDIA H200", "9.0", 150754820096, 150109880320, GpuState.AVAILABLE, Phrase("gpu.idle"), None)
T4 = Gpu(1, "Tesla T4", "7.5", 15 * GIB, 15 * GIB, GpuState.AVAILABLE, Phrase("gpu.idle"), None)


@pytest.fixture(scope="module")
def words() -> Words:
    return load_words(Path(__file__).parents[2] / "locales")


NAMES = [
    ("NVIDIA H200", "H200"),
    ("NVIDIA H100 80GB HBM3", "H100"),
    ("NVIDIA H100 NVL", "H100 NVL"),
    ("NVIDIA GH200 480GB", "GH200"),
    ("NVIDIA GH200 144G HBM3e", "GH200 144G"),
    ("NVIDIA H20", "H20"),
    ("NVIDIA A100-SXM4-80GB", "A100 80GB"),
    ("a100-pcie-40gb", "A100"),
    ("NVIDIA A10G", "A10G"),
    ("NVIDIA A10", "A10"),
    ("NVIDIA L4", "L4"),
    ("NVIDIA L40S", "L40S"),
    ("NVIDIA GeForce RTX 4090", "RTX 4090"),
    ("4090", "RTX 4090"),
    ("RTX4090", "RTX 4090"),
    ("NVIDIA GeForce RTX 5090", "RTX 5090"),
    ("NVIDIA GeForce RTX 2080 Ti", "RTX 2080 Ti"),
    ("NVIDIA GeForce GTX 1080 Ti", "GTX 1080 Ti"),
    ("Tesla V100-SXM2-16GB", "V100"),
    ("Tesla V100-SXM2-32GB", "V100 32GB"),
    ("Tesla P40", "P40"),
    ("Tesla P4", "P4"),
    ("NVIDIA RTX A6000", "RTX A6000"),
    ("NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada"),
    ("Quadro RTX 6000", "Quadro RTX 6000"),
    ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000 Blackwell"),
    ("NVIDIA GB200", "GB200"),
    ("NVIDIA B200", "B200"),
    ("NVIDIA GB10", "GB10 (DGX Spark)"),
    ("NVIDIA A100-SXM4-80GB MIG 1g.10gb", "A100 80GB"),
    ("AMD Instinct MI300X", "Instinct MI300X"),
    ("Ascend 910B3", "Ascend 910B"),
]


@pytest.mark.parametrize(("name", "label"), NAMES)
def test_names(name: str, label: str) -> None:
    model = find_model(name)
    assert model is not None
    assert model.label == label


@pytest.mark.parametrize("name", ["", "my gpu", "Intel Arc A770", "RTX 7777", "x" * 5000, "100", "GeForce"])
def test_names_that_mean_nothing(name: str) -> None:
    assert find_model(name) is None
    assert fit_named(name, min_capability="8.0").fits is None


@pytest.mark.parametrize("model", MODELS, ids=[model.label for model in MODELS])
def test_every_row_is_found_by_its_own_words(model: object) -> None:
    """No row stands above another whose name holds all its words."""
    found = find_model(" ".join(model.words))  # type: ignore[attr-defined]
    assert found == model


FITS = [
    (H200, ("nvidia", "9.0", None, 80.0), True, "fit.fits"),
    (H200, (None, None, None, None), True, "fit.fits"),
    (H200, ("amd", None, None, None), False, "fit.other_vendor"),
    (H200, (None, "10.0", None, None), False, "fit.too_old"),
    (H200, (None, None, "8.9", None), False, "fit.too_new"),
    (H200, (None, "sm_90", None, 141.0), True, "fit.fits"),
    (H200, (None, "sm_90a", None, 192.0), False, "fit.too_small"),
    (replace(H200, memory_free=20 * GIB), (None, None, None, 80.0), False, "fit.too_full"),
    (replace(H200, capability=None), (None, "9.0", None, None), None, "fit.capability_unknown"),
    (
        replace(H200, memory_total=None, memory_free=None),
        (None, None, None, 80.0),
        None,
        "fit.memory_unknown",
    ),
    (replace(H200, state=GpuState.UNHEALTHY), (None, "9.0", None, None), False, "fit.unhealthy"),
    (replace(H200, state=GpuState.RESTRICTED), (None, "9.0", None, None), False, "fit.restricted"),
    (replace(H200, state=GpuState.BUSY), (None, "9.0", None, None), False, "fit.busy"),
    (T4, (None, "8.0", None, None), False, "fit.too_old"),
    (T4, (None, "7.5", "7.5", 12.0), True, "fit.fits"),
    (
        replace(T4, model="odd card", capability=None),
        ("nvidia", None, None, None),
        None,
        "fit.vendor_unknown",
    ),
    (replace(T4, capability="12.0"), (None, "8.0", None, None), True, "fit.fits"),
]


@pytest.mark.parametrize(("gpu", "needs", "fits", "reason"), FITS)
def test_fit(gpu: Gpu, needs: tuple[str | None, ...], fits: bool | None, reason: str) -> None:
    found = fit(gpu, *needs)  # type: ignore[arg-type]
    assert (found.fits, found.reason.id) == (fits, reason)


NAMED = [
    ("NVIDIA H100 80GB HBM3", ("nvidia", "9.0", None, 80.0), True, "fit.by_model"),
    ("rtx 4090", (None, "8.0", None, 40.0), False, "fit.too_small"),
    ("Tesla T4", (None, "8.0", None, None), False, "fit.too_old"),
    ("A100-SXM4-40GB", (None, None, None, 80.0), False, "fit.too_small"),
    ("AMD Instinct MI300X", (None, "9.0", None, None), False, "fit.other_vendor"),
    ("AMD Instinct MI300X", ("amd", None, None, 100.0), True, "fit.by_model"),
]


@pytest.mark.parametrize(("name", "needs", "fits", "reason"), NAMED)
def test_fit_by_name(name: str, needs: tuple[str | None, ...], fits: bool | None, reason: str) -> None:
    found = fit_named(name, *needs)  # type: ignore[arg-type]
    assert (found.fits, found.reason.id) == (fits, reason)


SAID = [
    (
        fit(T4, None, "8.0"),
        "GPU 1 Tesla T4: too old (sm_75 < sm_80, the lowest capability this article names)",
        "GPU 1 Tesla T4：太旧（sm_75 < sm_80，该文章涉及的计算能力最低为 sm_80）",
    ),
    (
        fit_named("A100", None, None, "7.5"),
        "A100: too new (sm_80 > sm_75, the highest capability this article names)",
        "A100：太新（sm_80 > sm_75，该文章涉及的计算能力最高为 sm_75）",
    ),
    (
        fit_named("A100-SXM4-40GB", None, None, None, 80.0),
        "A100-SXM4-40GB: too small (39 GiB, 80 GiB needed)",
        "A100-SXM4-40GB：显存不足（39 GiB，需要 80 GiB）",
    ),
    (
        fit(replace(named_gpu(""), capability="7.0"), None, "8.0"),
        "GPU: too old (sm_70 < sm_80, the lowest capability this article names)",
        "GPU：太旧（sm_70 < sm_80，该文章涉及的计算能力最低为 sm_80）",
    ),
    (
        fit(replace(H200, state=GpuState.BUSY)),
        "GPU 0 NVIDIA H200: fits, but is busy now",
        "GPU 0 NVIDIA H200：满足要求，但当前繁忙",
    ),
    (
        fit(H200),
        "GPU 0 NVIDIA H200 sm_90, 139.8 GiB free: fits",
        "GPU 0 NVIDIA H200 sm_90，空闲 139.8 GiB：满足要求",
    ),
]


@pytest.mark.parametrize(("found", "english", "chinese"), SAID)
def test_only_cards_of_this_host_are_numbered(
    words: Words, found: GpuFit, english: str, chinese: str
) -> None:
    """And what is too old or too new is told against what."""
    assert (words.say(found.reason, "en"), words.say(found.reason, "zh")) == (english, chinese)


def test_what_is_known_of_a_name() -> None:
    gpu = named_gpu("NVIDIA A100-SXM4-80GB")
    assert (gpu.capability, gpu.memory_free, gpu.state) == ("8.0", None, GpuState.UNKNOWN)
    assert gpu.memory_total is not None
    assert 76 * GIB < gpu.memory_total < 80 * GIB


def test_the_fitting_gpu_comes_first() -> None:
    class Needs:
        vendor = None
        min_capability = "8.0"
        max_capability = None
        min_memory_gib = None

    snapshot = GpuSnapshot(GpuState.AVAILABLE, Phrase("gpu.summary"), None, NOW, (T4, H200))
    assert [found.gpu.index for found in fit_all(snapshot, Needs())] == [0, 1]  # type: ignore[arg-type]


@given(st.text(max_size=300), st.text(max_size=8), st.text(max_size=8), st.floats(0, 1e6))
def test_anything_may_be_typed(name: str, low: str, high: str, memory: float) -> None:
    found = fit_named(name, "nvidia", low, high, memory)
    assert found.fits in (True, False, None)
