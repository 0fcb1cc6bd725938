"""GPUs of other hosts: pages of exporters before and after their renames, and a Prometheus server."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from app.live.config import GpuConfig
from app.live.exporter_metrics import METRICS, age_query, query
from app.live.exporter_read import Sample, read_samples
from app.live.exporters import ExporterReader, read_text
from app.live.faults import BadAnswerError
from app.live.gpus import readers_of, take
from app.live.model import GpuSnapshot
from app.state.clock import FixedClock
from tests.live.pages import serving
from tests.live.rig import NOW

RECORDED = Path(__file__).parent.parent / "data" / "gpus"
GIB = 1024**3


def _page(name: str) -> str:
    return (RECORDED / f"{name}.prom").read_text("utf-8")


def _look(config: GpuConfig) -> GpuSnapshot:
    clock = FixedClock(NOW)
    return take(readers_of(config, clock), {}, clock, config)


def _rows(snapshot: GpuSnapshot) -> list[tuple[object, ...]]:
    return [
        (gpu.host, gpu.index, gpu.model, gpu.mig, gpu.state.value, gpu.reason.id) for gpu in snapshot.gpus
    ]


H100, H200 = "NVIDIA H100 80GB HBM3", "NVIDIA H200"
EXPECTED = {
    "dcgm-4.8": [
        ("gpu-a", 0, H100, None, "available", "gpu.idle"),
        ("gpu-a", 1, H100, None, "busy", "gpu.held"),
        ("gpu-a", 2, H100, None, "restricted", "gpu.mig_on"),
        ("gpu-a", 2, "1g.10gb", "7", "available", "gpu.idle"),
        ("gpu-a", 3, H100, None, "unhealthy", "gpu.last_xid"),
        ("gpu-a", 4, H100, None, "unknown", "gpu.memory_unreadable"),
    ],
    "dcgm-4.9": [
        ("gpu-b", 0, H200, None, "available", "gpu.idle"),
        ("gpu-b", 1, H200, None, "busy", "gpu.loaded"),
    ],
    "nvidia-gpu-exporter": [("HERE", 3, "NVIDIA GeForce RTX 4090", None, "busy", "gpu.memory_taken")],
    "ascend": [
        ("HERE", 0, "910B3", None, "available", "gpu.idle"),
        ("HERE", 1, "910B3", None, "unhealthy", "gpu.unwell"),
    ],
    "amd": [("amd-a", 0, "AMD Instinct MI300X", None, "available", "gpu.idle")],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_pages_of_exporters(name: str) -> None:
    with serving({"/metrics": (200, _page(name))}) as pages:
        snapshot = _look(GpuConfig(local=False, exporters=(pages.base,)))
        here = pages.base.removeprefix("http://")
    assert _rows(snapshot) == [(here if row[0] == "HERE" else row[0], *row[1:]) for row in EXPECTED[name]]


def _as_vector(page: str, age: float) -> dict[str, str]:
    """What a Prometheus server that scraped the page answers: values are text, the times are the question's."""
    values, ages = [], []
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = {name: value for name, value in sample.labels.items() if value}
            labels["instance"] = "10.0.0.7:9400"
            if "pod" in labels:
                labels["exported_pod"] = labels.pop("pod")
            values.append({"metric": {"__name__": sample.name, **labels}, "value": [1, str(sample.value)]})
            ages.append({"metric": labels, "value": [1, str(age)]})
    return {
        key: json.dumps({"status": "success", "data": {"resultType": "vector", "result": result}})
        for key, result in (("values", values), ("ages", ages))
    }


def _prometheus(vector: dict[str, str]) -> dict[str, tuple[int, str]]:
    path = "/api/v1/query?timeout=4s&query="
    return {
        path + quote(query()): (200, vector["values"]),
        path + quote(age_query()): (200, vector["ages"]),
    }


@pytest.mark.parametrize("name", ["dcgm-4.8", "dcgm-4.9", "amd"])
def test_a_prometheus_server_says_the_same_as_the_exporter(name: str) -> None:
    with serving(_prometheus(_as_vector(_page(name), 15))) as pages:
        snapshot = _look(GpuConfig(local=False, prometheus=pages.base))
    assert _rows(snapshot) == EXPECTED[name]


def test_old_samples_tell_nothing_of_now() -> None:
    with serving(_prometheus(_as_vector(_page("amd"), 500))) as pages:
        (gpu,) = _look(GpuConfig(local=False, prometheus=pages.base)).gpus
    assert (gpu.state.value, gpu.reason.id, gpu.reason.values) == ("unknown", "gpu.stale", {"age": 500})


def test_ages_are_not_needed() -> None:
    answers = _prometheus(_as_vector(_page("amd"), 15))
    answers[list(answers)[1]] = (422, '{"status": "error", "errorType": "execution"}')
    with serving(answers) as pages:
        assert _rows(_look(GpuConfig(local=False, prometheus=pages.base))) == EXPECTED["amd"]


WRONG = [
    (200, "<html><body>login</body></html>", "gpu.exporter_garbled"),
    (200, "DCGM_FI_DEV_FB_FREE{gpu=", "gpu.exporter_garbled"),
    (404, "", "live.server_error"),
    (500, "", "live.server_error"),
]


@pytest.mark.parametrize(("status", "body", "reason"), WRONG)
def test_an_exporter_that_answers_nonsense_is_a_row_and_the_others_stay(
    status: int, body: str, reason: str
) -> None:
    with serving({"/metrics": (200, _page("amd")), "/bad": (status, body)}) as pages:
        snapshot = _look(GpuConfig(local=False, exporters=(pages.base + "/bad", pages.base)))
    assert [(gpu.state.value, gpu.reason.id) for gpu in snapshot.gpus] == [
        ("unknown", reason),
        ("available", "gpu.idle"),
    ]
    assert snapshot.state.value == "available"


def test_an_exporter_that_is_away() -> None:
    (gpu,) = _look(GpuConfig(local=False, exporters=("http://127.0.0.1:9",))).gpus
    assert (gpu.state.value, gpu.reason.id) == ("unknown", "live.no_connection")
    assert gpu.remedy is not None


def test_a_page_without_gpus() -> None:
    with serving({"/metrics": (200, "# TYPE up gauge\nup 1\n")}) as pages:
        snapshot = _look(GpuConfig(local=False, exporters=(pages.base,)))
    assert (snapshot.state.value, snapshot.reason.id, snapshot.gpus) == ("unknown", "gpu.exporter_empty", ())


def test_a_prometheus_error() -> None:
    answer = '{"status": "error", "errorType": "timeout", "error": "x"}'
    with serving({"/api/v1/query": (503, answer)}) as pages:
        (gpu,) = _look(GpuConfig(local=False, prometheus=pages.base)).gpus
    assert (gpu.state.value, gpu.reason.id) == ("unknown", "gpu.prometheus_error")


def test_this_host_and_others_together() -> None:
    with serving({"/metrics": (200, _page("amd"))}) as pages:
        snapshot = _look(GpuConfig(exporters=(pages.base,)))
    assert [gpu.model for gpu in snapshot.gpus][-1] == "AMD Instinct MI300X"


@pytest.mark.parametrize("left_out", ["free", "used"])
def test_memory_needs_two_of_three(left_out: str) -> None:
    """An absent metric is unknown, never 0."""
    rows = {"free": ("DCGM_FI_DEV_FB_FREE", 1000), "used": ("DCGM_FI_DEV_FB_USED", 10)}
    samples = [Sample(name, {"gpu": "0"}, value) for key, (name, value) in rows.items() if key != left_out]
    (device,), _driver = read_samples(samples, "here", 0)
    assert device.memory is None
    assert device.processes is None


def test_a_recent_xid_counts_an_old_one_does_not() -> None:
    now = NOW.timestamp()
    for age, xid in ((60, 79), (3600, None)):
        sample = Sample("nvidia_smi_xid_last_timestamp_seconds", {"uuid": "u", "xid": "79"}, now - age)
        (device,), _driver = read_samples([sample], "here", now)
        assert device.xid == xid


def test_counters_are_known_by_their_family() -> None:
    text = '# TYPE DCGM_FI_DEV_XID_ERRORS counter\nDCGM_FI_DEV_XID_ERRORS{gpu="0"} 79\n'
    assert [sample.name for sample in read_text(text.encode())] == ["DCGM_FI_DEV_XID_ERRORS"]


def test_names_are_written_once() -> None:
    names = [row.name for row in METRICS]
    assert len(names) == len(set(names))


@given(st.binary(max_size=2000))
def test_any_bytes_are_a_page_or_refused(body: bytes) -> None:
    try:
        samples = list(read_text(body))
    except BadAnswerError:
        return
    read_samples(samples, "here", 0)


NAMES = st.sampled_from([row.name for row in METRICS])
LABEL_NAMES = st.sampled_from(["gpu", "UUID", "GPU_I_ID", "xid", "pod", "Hostname", "instance"])


@given(
    st.lists(
        st.builds(
            Sample,
            NAMES,
            st.dictionaries(LABEL_NAMES, st.text(max_size=4), max_size=4),
            st.floats(allow_nan=True, allow_infinity=True),
        ),
        max_size=20,
    )
)
def test_any_samples_are_read(samples: list[Sample]) -> None:
    devices, _driver = read_samples(samples, "here", 0)
    for device in devices:
        assert device.memory is None or 0 <= device.memory.free <= device.memory.total


def test_the_reader_never_raises() -> None:
    config = GpuConfig(exporters=("http://[::1", "nonsense", "ftp://x/y"))
    assert len(ExporterReader(config, FixedClock(NOW)).read().devices) == 3
