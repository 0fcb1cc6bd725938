"""Record what NVML says here, for playing back in tests: `python -m tests.live.record_nvml FILE NOTE`."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

from app.live.config import GpuConfig
from app.live.gpus import Loads, take
from app.live.nvml import NvmlReader
from app.live.nvml_fixed import RecordingNvml
from app.state.clock import SystemClock

UUID = re.compile(r"GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NO_UUID = "GPU-00000000-0000-0000-0000-000000000000"


def main(target: Path, note: str) -> None:
    """Read twice, as a view does, write the second reading's calls and say what they were judged to be."""
    nvml = RecordingNvml()
    clock, config = SystemClock(), GpuConfig()
    reader = NvmlReader(clock, nvml)
    loads: Loads = {}
    took = []
    for _sweep in range(2):
        start = time.perf_counter()
        snapshot = take([reader], loads, clock, config)
        took.append(round(1000 * (time.perf_counter() - start), 2))
        time.sleep(1)
    reader.close()
    recorded = {"note": note, "driver": snapshot.driver, "calls": nvml.calls}
    text = UUID.sub(NO_UUID, json.dumps(recorded, indent=1, sort_keys=True))
    target.write_text(text + "\n", "utf-8")
    sys.stdout.write(f"{note}: {snapshot.state.value} {snapshot.reason}, driver {snapshot.driver}, ")
    sys.stdout.write(f"CUDA {snapshot.cuda}, sweeps {took} ms\n")
    for gpu in snapshot.gpus:
        sys.stdout.write(f"  {gpu}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), " ".join(sys.argv[2:]))
