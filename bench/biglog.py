"""`faultbook match` on a big vLLM log beside grep, on the same file with a warm page cache.

`python -m bench.biglog [BYTES]` (default 1 GB) writes the log below the temporary directory, deletes it at the
end, and prints one line a figure.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SIZE = 10**9
ROUNDS = 3
GOLDEN = b'"slug": "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"'
BLOCK_LINES = 20_000
GREP = ("grep", "-c", "-E", "Error|Traceback")

CALM: tuple[str, ...] = (
    "(APIServer pid=1) INFO 01-31 {time} [loggers.py:127] Engine 000: Avg prompt throughput: {a}.{b} tokens/s, Avg "
    "generation throughput: {c}.{b} tokens/s, Running: {b} reqs, Waiting: {d} reqs, GPU KV cache usage: {d}.{b}%, "
    "Prefix cache hit rate: {d}.{b}%\n",
    '(APIServer pid=1) INFO:     10.1.{d}.{b}:{c} - "POST /v1/chat/completions HTTP/1.1" 200 OK\n',
    '(APIServer pid=1) INFO:     10.1.{d}.{b}:{c} - "GET /health HTTP/1.1" 200 OK\n',
    "(APIServer pid=1) INFO 01-31 {time} [logger.py:39] Received request chatcmpl-{a:08x}{c:08x}: params: "
    "SamplingParams(n=1, temperature=0.{b}, top_p=0.9, top_k={b}, max_tokens={c}, skip_special_tokens=True), "
    "lora_request: None.\n",
    "(EngineCore_DP0 pid=281) DEBUG 01-31 {time} [core.py:731] EngineCore waiting for work.\n",
    "(EngineCore_DP0 pid=281) INFO 01-31 {time} [kv_cache_utils.py:1087] GPU KV cache size: {c},{a} tokens\n",
)
RARE: tuple[str, ...] = (
    "(APIServer pid=1) WARNING 01-31 {time} [sampling_params.py:344] temperature 0.{b} is less than 0.01, which may "
    "cause numerical errors nan or inf in tensors. We have maxed it out to 0.01.\n",
    "(APIServer pid=1) ERROR 01-31 {time} [serving_chat.py:200] Error in preprocessing prompt inputs: request {a}\n",
)
"""A few in a hundred thousand lines: what operators live with."""
CRASH = """\
(Worker_TP0 pid=300) ERROR 01-31 10:15:44 [multiproc_executor.py:671] WorkerProc hit an exception.
(Worker_TP0 pid=300) ERROR 01-31 10:15:44 [multiproc_executor.py:671] Traceback (most recent call last):
(Worker_TP0 pid=300) ERROR 01-31 10:15:44 [multiproc_executor.py:671]   File \
"/usr/local/lib/python3.12/dist-packages/vllm/v1/worker/utils/attn_utils.py", line 251, in _reshape_attention_kv_cache
(Worker_TP0 pid=300) ERROR 01-31 10:15:44 [multiproc_executor.py:671]     \
kv_cache = kv_raw_tensor.view(dtype).view(permuted_kv_cache_shape)
(Worker_TP0 pid=300) ERROR 01-31 10:15:44 [multiproc_executor.py:671] \
RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488
"""


def calm_lines(count: int, seed: int) -> Iterator[str]:
    """Lines of a vLLM server that is well, and the few warnings that it writes then."""
    rng = random.Random(seed)
    for _ in range(count):
        a, b, c, d = rng.randrange(10**6), rng.randrange(100), rng.randrange(10**4), rng.randrange(100)
        row = rng.choice(RARE) if rng.random() < 1e-4 else rng.choice(CALM)
        when = f"{a % 24:02d}:{b % 60:02d}:{c % 60:02d}"
        yield row.format(a=a, b=b, c=c, d=d, time=when)


def write_log(path: Path, size: int) -> None:
    """A log of about `size` bytes with one crash at nine tenths of it."""
    blocks = ["".join(calm_lines(BLOCK_LINES, seed)).encode() for seed in range(8)]
    written, crashed = 0, False
    with path.open("wb") as file:
        for at in range(10**9):
            if written >= size:
                break
            if not crashed and written >= size * 9 // 10:
                written += file.write(CRASH.encode())
                crashed = True
            # Each turn of the blocks starts elsewhere, so that no part of the log is a copy of another.
            block = blocks[at % len(blocks)]
            cut = block.find(b"\n", at * 7919 % len(block)) + 1
            written += file.write(block[cut:] + block[:cut])


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command on the log."""

    wall: float
    """Seconds on the clock."""
    cores: float
    """Seconds of its cores: what is left to compare on a machine that others use."""
    memory: int
    """Peak, in bytes."""
    output: bytes


def ran(command: Sequence[str], log: Path) -> Run:
    """Runs `command` on `log`."""
    environment = {**os.environ, "LC_ALL": "C", "FAULTBOOK_LIVE": "false"}
    began = time.perf_counter()
    process = subprocess.Popen([*command, str(log)], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    spent = time.perf_counter() - began
    return Run(spent, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output)


def main(arguments: Sequence[str]) -> None:
    """Writes the log, runs both in turn, prints medians."""
    size = int(arguments[0]) if arguments else SIZE
    match = (sys.executable, "-m", "app.cli", "match", "--json")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "vllm.log"
        write_log(log, size)
        ran(GREP, log)
        ran(match, log)
        greps: list[Run] = []
        matches: list[Run] = []
        for _ in range(ROUNDS):
            greps.append(ran(GREP, log))
            matches.append(ran(match, log))
        assert all(GOLDEN in run.output for run in matches)
        hits = greps[0].output.decode().strip()
        print(f"log: {log.stat().st_size / 1e9:.2f} GB, {hits} lines with Error or Traceback")
        for what in ("wall", "cores"):
            grep, mine = (statistics.median(getattr(run, what) for run in runs) for runs in (greps, matches))
            print(
                f"{what}: LC_ALL=C {' '.join(GREP)} {grep:.2f} s, faultbook match {mine:.2f} s: {mine / grep:.1f}x"
            )
        print(f"peak memory: {max(run.memory for run in matches) / 2**20:.0f} MiB")
        print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
