"""Every word for a GPU has its reason and, unless it is free, what to do about it: in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.live.config import GpuConfig
from app.live.gpu_judge import RECOVERY, judge, judge_instances
from app.live.gpu_readings import DeviceReading, InstanceReading, Memory
from app.live.model import GpuState
from app.phrase import Phrase
from app.words import Words, load_words

GIB = 2**30
FREE = DeviceReading(0, memory=Memory(140 * GIB, 139 * GIB), utilisation=0.0, processes=0)
FULL = Memory(140 * GIB, 3 * GIB)
HALF = Memory(140 * GIB, 70 * GIB)
READINGS = [
    (FREE, GpuState.AVAILABLE),
    (replace(FREE, memory=HALF, processes=2), GpuState.PARTLY_FREE),
    (replace(FREE, memory=HALF), GpuState.PARTLY_FREE),
    (replace(FREE, utilisation=0.5), GpuState.PARTLY_FREE),
    (replace(FREE, memory=FULL), GpuState.BUSY),
    (replace(FREE, utilisation=0.97), GpuState.BUSY),
    (replace(FREE, held=True), GpuState.BUSY),
    (replace(FREE, compute_mode=2), GpuState.RESTRICTED),
    (replace(FREE, compute_mode=3, processes=1), GpuState.RESTRICTED),
    (replace(FREE, mig=True), GpuState.RESTRICTED),
    (replace(FREE, mig=True, instances=(InstanceReading(0, None, None, None, None),)), GpuState.RESTRICTED),
    *((replace(FREE, recovery=action), GpuState.UNHEALTHY) for action in (*RECOVERY, 99)),
    (replace(FREE, lost="GpuIsLost"), GpuState.UNHEALTHY),
    (replace(FREE, remap_failed=True), GpuState.UNHEALTHY),
    (replace(FREE, remap_pending=True), GpuState.UNHEALTHY),
    (replace(FREE, unwell=True), GpuState.UNHEALTHY),
    (replace(FREE, xid=79), GpuState.UNHEALTHY),
    (replace(FREE, xid=79, remote=True), GpuState.UNHEALTHY),
    (replace(FREE, ecc_errors=2), GpuState.UNHEALTHY),
    (replace(FREE, lost="NoPermission"), GpuState.UNKNOWN),
    (replace(FREE, memory=None), GpuState.UNKNOWN),
    (replace(FREE, age=500.0), GpuState.UNKNOWN),
    (replace(FREE, failure=Phrase("live.timeout")), GpuState.UNKNOWN),
]


@pytest.fixture(scope="module")
def words() -> Words:
    return load_words(Path(__file__).parents[2] / "locales")


@pytest.mark.parametrize(("reading", "state"), READINGS)
def test_a_word_its_reason_and_what_to_do(words: Words, reading: DeviceReading, state: GpuState) -> None:
    for gpu in (judge(reading, None, GpuConfig()), *judge_instances(reading, GpuConfig())):
        assert gpu.mig is not None or gpu.state is state
        assert (gpu.remedy is None) is (gpu.state is GpuState.AVAILABLE)
        for phrase in filter(None, (gpu.reason, gpu.remedy, Phrase(f"gpu.state.{gpu.state.value}"))):
            english, chinese = words.say(phrase, "en"), words.say(phrase, "zh")
            assert english
            assert english != chinese


def test_every_state_is_told() -> None:
    assert {state for _, state in READINGS} == set(GpuState)
