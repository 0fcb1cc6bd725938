"""Big logs: only parts are parsed, the answer and its line numbers are those of the whole."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reports.parse import WHOLE, parse, parse_log, parse_text
from app.reports.windows import CHUNK, GAP, HINT_WINDOWS, HINTS, WORDS, windows

CALM = (
    "INFO 01-31 10:15:44 [metrics.py:455] Avg prompt throughput: {n}.3 tokens/s, Running: {n} reqs\n",
    'INFO:     127.0.0.1:40050 - "POST /v1/completions HTTP/1.1" 200 OK {n}\n',
    "(EngineCore pid=9) INFO 01-31 10:15:44 [kv_cache_utils.py:864] GPU KV cache size: {n} tokens\n",
)
MESSAGE = "shape '[32, 64, 576]' is invalid for input of size 1343488"
CRASH = """\
(EngineCore_DP0 pid=281) ERROR 01-31 10:15:44 [core.py:386] Traceback (most recent call last):
(EngineCore_DP0 pid=281) ERROR 01-31 10:15:44 [core.py:386]   File "/x/vllm/v1/gpu_worker.py", line 483, in profile
(EngineCore_DP0 pid=281) ERROR 01-31 10:15:44 [core.py:386]     kv_cache = kv_raw_tensor.view(dtype).view(shape)
(EngineCore_DP0 pid=281) ERROR 01-31 10:15:44 [core.py:386] RuntimeError: {m}
""".replace("{m}", MESSAGE)
HEAD = "INFO 01-31 10:15:01 [api_server.py:1755] vLLM API server version 0.25.1\n"
END = "(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.\n"


def calm(lines: int, seed: int = 1) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(CALM).format(n=rng.randrange(10_000)) for _ in range(lines))


def chunked(raw: bytes, size: int = CHUNK) -> Iterator[bytes]:
    return (raw[at : at + size] for at in range(0, len(raw), size))


CALM_BEFORE, CALM_AFTER = calm(3000), calm(3000, 2)


@pytest.fixture(scope="module")
def log() -> bytes:
    """3 MiB with one crash in the middle and its wrapper at the end."""
    return (HEAD + calm(18_000) + CRASH + calm(18_000, 2) + END).encode()


def test_same_answer_as_the_whole(log: bytes) -> None:
    parts, whole = parse_log(chunked(log)), parse(log.splitlines(keepends=True))
    assert parts.errors == whole.errors
    assert parts.errors[0].first_line == 18_002
    assert parts.lines == whole.lines == log.count(b"\n")
    assert parts.environment == whole.environment
    assert parts.environment.packages == {"vllm": "0.25.1"}


def test_a_big_paste_takes_this_way(log: bytes) -> None:
    assert len(log) > WHOLE
    assert parse_text(log) == parse_log(chunked(log))


def test_only_parts_are_read(log: bytes) -> None:
    kept = sum(len(line) for _, line in windows(chunked(log)))
    assert kept < len(log) / 8


def test_progress_counts_every_byte(log: bytes) -> None:
    told: list[int] = []
    parse_log(chunked(log), progress=told.append)
    assert told[-1] == len(log)
    assert told == sorted(told)


@given(st.integers(min_value=2000, max_value=400_000))
@settings(max_examples=25, deadline=None)
def test_chunks_of_any_size(size: int) -> None:
    """A traceback that lies across two chunks keeps its frames and is read once."""
    raw = (HEAD + CALM_BEFORE + CRASH + CALM_AFTER + END).encode()
    report = parse_log(chunked(raw, size))
    assert report.errors[0].message == MESSAGE
    assert len(report.errors[0].frames) == 1
    assert (report.errors[0].first_line, report.errors[0].count) == (3002, 1)
    assert report.lines == raw.count(b"\n")


def test_powershell_log() -> None:
    text = HEAD + calm(9000) + CRASH + calm(200, 2)
    wide = b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le")
    error = parse_log(chunked(wide, 65_537)).errors[0]
    assert error.message == MESSAGE
    assert error.first_line == 9002


def test_repetitions_do_not_crowd_out_the_one_that_differs() -> None:
    noise = "ERROR 01-31 10:15:44 [serving.py:10] Error in preprocessing prompt inputs {n}\n"
    flood = "".join(noise.format(n=n) for n in range(60_000))
    report = parse_log(chunked((flood + CRASH + flood).encode()))
    assert report.errors[0].message == MESSAGE


def test_late_errors_are_kept_when_the_front_is_full() -> None:
    """More distinct errors than the windows of the front hold: the last crash is still found."""
    words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
    rng = random.Random(4)
    flood = "".join(f"WARNING some error: {' '.join(rng.choices(words, k=9))}\n" for _ in range(60_000))
    report = parse_log(chunked((flood + CRASH).encode()))
    assert report.errors[0].message == MESSAGE


@pytest.mark.parametrize("needle", WORDS, ids=lambda needle: needle.decode())
def test_every_word_opens_a_window(needle: bytes) -> None:
    line = b"x " + needle + b" y\n"
    raw = calm(6000).encode() + line + calm(6000, 2).encode()
    assert (6001, line) in list(windows(chunked(raw)))


def test_hints_open_only_so_many_windows() -> None:
    """Prompts in a log hold every word there is; they do not make it one big window."""
    rng = random.Random(5)
    words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
    prompts = "".join(
        f"INFO prompt: 'it {HINTS[0].decode()} {' '.join(rng.choices(words, k=9))}'\n{calm(100, n)}"
        for n in range(600)
    )
    kept = [line for _, line in windows(chunked(prompts.encode())) if b"prompt:" in line]
    assert HINT_WINDOWS <= len(kept) < 100
    report = parse_log(chunked((prompts + CRASH + prompts).encode()))
    assert report.errors[0].message == MESSAGE


def test_parts_that_do_not_touch_are_told_apart() -> None:
    """A traceback above a gap does not take the message below it."""
    top = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x()\n'
    raw = (top + calm(6000) + "unrelated words below\n").encode()
    assert GAP in [line for _, line in windows(chunked(raw))]
    assert parse_log(chunked(raw)).errors[0].message == ""
