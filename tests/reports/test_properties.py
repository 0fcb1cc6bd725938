"""What holds for every input: no exception, bounded output, work that grows with the length alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reports.meter import Meter
from app.reports.model import Report
from app.reports.parse import parse, parse_text
from app.reports.redact import redact
from tests.reports.dev import pastes

PIECES = st.sampled_from(
    [
        "Traceback (most recent call last):\n",
        '  File "/a/b.py", line 3, in f\n',
        "    return f(x)\n",
        "ValueError: shapes (1,2) and (3,4) not aligned\n",
        "During handling of the above exception, another exception occurred:\n",
        "(EngineCore_DP0 pid=281) ERROR 01-31 10:15:44 [core.py:386] ",
        "[rank0]: ",
        "> ",
        "| ",
        "  + Exception Group Traceback (most recent call last):\n",
        "    +---------------- 1 ----------------\n",
        "\x1b[31m",
        "```\n",
        "\\n",
        '{"error": {"message": "',
        '{"log":"x\\n","stream":"stderr","time":"t"}\n',
        "│ ❱ 518 │ code │\n",
        "RuntimeErrorRuntimeError: : ",
        "size mismatch for a.b: copying a param\n",
        "NCCL WARN x\n",
        "Assertion `i < n` failed.\n",
        "&lt;module&gt;",
        "^M",
        "\r",
        "\x00",
        "：",
        "报错",
        "--tensor-parallel-size 8 ",
        "Namespace(model='x', tp=3)",
        "Worker failed with error '",
        "'",
        "\n",
        "\n",
    ]
)
ANY_TEXT = st.lists(PIECES | st.text(max_size=20), max_size=60).map("".join)
MIB = 1 << 20


def reads(report: Report) -> bool:
    """Within its bounds, and sound in itself."""
    return (
        len(report.errors) <= 20
        and all(len(error.frames) <= 64 for error in report.errors)
        and all(1 <= error.first_line <= error.last_line and error.count >= 1 for error in report.errors)
        and len(report.log) <= 500
        and len(report.environment.gpus) <= 64
    )


@given(st.binary(max_size=4000))
@settings(max_examples=150, deadline=None)
def test_any_bytes(raw: bytes) -> None:
    assert reads(parse_text(raw))
    assert reads(parse(raw.splitlines(keepends=True)))


@given(ANY_TEXT)
@settings(max_examples=250, deadline=None)
def test_any_pieces(text: str) -> None:
    assert reads(parse_text(text))


@given(ANY_TEXT)
@settings(max_examples=100, deadline=None)
def test_same_on_windows_line_ends(text: str) -> None:
    unix = re.sub(r"\r|\^M", "", text)
    assert parse_text(unix.replace("\n", "\r\n")) == parse_text(unix)


@given(ANY_TEXT)
@settings(max_examples=100, deadline=None)
def test_redaction_is_idempotent(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@pytest.mark.parametrize("paste", pastes()[::40], ids=lambda paste: paste.id)
def test_no_state_between_pastes(paste: object) -> None:
    text = paste.text  # type: ignore[attr-defined]
    first = parse_text(text)
    parse_text("ValueError: something else\n" * 3)
    assert parse_text(text) == first


def steps(work: Callable[[], object]) -> int:
    """Python function calls and lines run: a measure of work that no busy machine disturbs."""
    count = 0

    def tick(*_: object) -> object:
        nonlocal count
        count += 1
        return tick

    before = sys.gettrace()
    sys.settrace(tick)  # type: ignore[arg-type]
    try:
        work()
    finally:
        sys.settrace(before)
    return count


REPEATED = [
    "ValueError: x\n",
    'File "a.py", line 1, in f\n',
    "Traceback (most recent call last):\n",
    "During handling of the above exception\n",
    "[rank{n}]: RuntimeError: shape {n}\n",
    "size mismatch for a.{n}: copying a param\n",
    "Error {n} expected {n}\n",
    "NCCL WARN {n}\n",
    "-----BEGIN PRIVATE KEY-----\n",
    "--flag-{n} {n} ",
    "AError: " * 3,
    "\\n",
]


@pytest.mark.parametrize("piece", REPEATED, ids=[piece.strip()[:24] or "escape" for piece in REPEATED])
def test_work_grows_with_length_alone(piece: str) -> None:
    """Eight times the input costs at most a little more than eight times the steps."""

    def hostile(times: int) -> str:
        return "".join(piece.replace("{n}", str(n)) for n in range(times))

    short, long = hostile(120), hostile(960)
    assert steps(lambda: parse_text(long)) <= 10 * steps(lambda: parse_text(short)) + 4000
    assert steps(lambda: redact(long)) <= 10 * steps(lambda: redact(short)) + 4000


SINGLES = [chr(code) for code in (*range(9, 11), *range(32, 127))] + ["错", "│", "：", "\x00", "\ufeff"]
PAIRS = [
    "()",
    "[]",
    "{}",
    "''",
    '""',
    "\\n",
    ". ",
    "a ",
    "a.",
    "a:",
    "::",
    ": ",
    "--",
    "a_",
    "0.",
    "0:",
    "@a",
    "/a",
    "E:",
    "%|",
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", SINGLES + PAIRS, ids=repr)
def test_one_thing_repeated(unit: str) -> None:
    """64 kB of one character or pair on one line: a quadratic pattern would not end in time."""
    text = unit * (65_536 // len(unit))
    assert reads(parse_text(text))
    assert reads(parse_text(f"ValueError: {text}"))
    redact(text)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("opening", ["[", "(", "{", '{"a":', "[[1, ", "<a ", "> "])
def test_a_megabyte_of_nesting(opening: str) -> None:
    text = opening * (MIB // len(opening))
    assert reads(parse_text(text))
    redact(text)


def test_budget_stops_and_says_so() -> None:
    text = b"INFO all is well\n" * 5000 + b"ValueError: shapes (1,2) and (3,4) not aligned\n"
    whole = parse(text.splitlines(keepends=True))
    cut = parse(text.splitlines(keepends=True), budget=1000)
    assert not whole.truncated
    assert whole.errors[0].type == "ValueError"
    assert cut.truncated
    assert cut.lines <= 1000
    assert replace(cut, truncated=False) == parse(text.splitlines(keepends=True)[: cut.lines])


def test_meter_counts_lines_and_length() -> None:
    meter = Meter(10)
    assert meter.charge(0)
    assert meter.charge(128 * 7)
    assert meter.spent == 9
    assert meter.charge(0)
    assert not meter.exhausted
    assert not meter.charge(0)
    assert meter.exhausted


def test_memory_is_bounded_by_kinds_not_by_length() -> None:
    """A million distinct errors: at most 20 are shown, the rest are counted."""
    lines = (f"ValueError: expected {n} of {n * 7}\n".encode() for n in range(12_000))
    report = parse(lines)
    assert len(report.errors) == 20
    assert report.dropped > 0
    assert reads(report)
