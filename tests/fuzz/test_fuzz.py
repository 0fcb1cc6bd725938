"""Hostile bytes through everything that reads what strangers write; `make torture` runs it for longer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.articles.yaml_source import FrontMatterError, read
from app.index.model import SearchQuery
from app.index.open import Index, IndexDirectory
from app.index.search import search
from app.library import refresh_index
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Verdict
from app.matching.weights import load_weights
from app.reports.parse import parse_log, parse_text
from app.reports.redact import redact
from app.shapes.expressions import SignatureError
from app.shapes.model import SignatureSource
from app.shapes.patterns import compile_signature
from app.shapes.solve import explain
from tests.reports.dev import pastes

CONTENT = Path(__file__).parents[2] / "content"
LONG = bool(os.environ.get("TORTURE"))
fuzzed = settings(
    max_examples=300 if LONG else 25,
    deadline=None,
    derandomize=not LONG,
    database=None,
    suppress_health_check=list(HealthCheck),
)

SEEDS = [paste.text for paste in pastes()[::25]]
SPLICES = st.sampled_from(
    ["\x1b[31m", "\r", "\0", "\ufeff", "\u2028", "\ud800", "Traceback (most recent call last):\n", "  File \"", "'",
     "`", "```\n", "[rank0]: ", "{", "}" * 40, "[" * 40, "9" * 400, "-1", "RuntimeError: ", "\\n", "&quot;", "Xid",
     "during handling of the above exception", "(EngineCore_DP0 pid=1) ", "shape '[", "%s" * 20, "报错"]
)  # fmt: skip


@st.composite
def hostile(draw: st.DrawFn) -> str:
    """A real paste that was cut, doubled and spliced."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        to = draw(st.integers(at, min(len(text), at + 400)))
        middle = draw(st.one_of(SPLICES, st.text(max_size=30), st.just(text[at:to] * 2), st.just("")))
        text = text[:at] + middle + text[to if draw(st.booleans()) else at :]
    return text


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return refresh_index(CONTENT, IndexDirectory(tmp_path_factory.mktemp("index")), lambda _: None)


@given(text=hostile())
@fuzzed
def test_every_paste_is_diagnosed(index: Index, text: str) -> None:
    """Line numbers lie inside the paste, verdict and matches agree, and redaction is stable."""
    report = parse_text(text)
    assert all(1 <= event.first_line <= report.lines for event in report.errors)
    found = diagnose(report, index, Profiles(), load_weights(), 3)
    assert (found.verdict is Verdict.NONE) == (not found.matches)
    assert all(0 <= match.score <= 1 for match in found.matches)
    for event in report.errors[:2]:
        explain(event.message)
    once = redact(text)
    assert redact(once) == once


@given(raw=st.binary(max_size=4000), size=st.integers(1, 700))
@fuzzed
def test_any_bytes_in_any_chunks(raw: bytes, size: int) -> None:
    parse_text(raw)
    report = parse_log(raw[at : at + size] for at in range(0, len(raw), size))
    assert report.lines <= raw.count(b"\n") + raw.count(b"\r") + 1


HOLES = st.sampled_from(
    [
        "{n}",
        "{*d}",
        "{x:size}",
        "{...}",
        "{{",
        "}}",
        "{",
        "}",
        "{n*2}",
        "{n%0}",
        "{9**9**9}",
        "{__import__('os')}",
        "{a.b}",
    ]
)


@given(
    parts=st.lists(
        st.one_of(HOLES, st.text(max_size=12), st.just("is invalid for input of size")), max_size=8
    )
)
@fuzzed
def test_a_signature_compiles_or_is_refused(parts: list[str]) -> None:
    try:
        compile_signature(SignatureSource(error="".join(parts)))
    except SignatureError as refused:
        assert str(refused)


FRONT = st.sampled_from(
    ["title: x\n", "- a\n", "a: *b\n", "a: &b [*b]\n", "!!python/object:x {}\n", "---\n", ": [", "\t"]
)


@given(parts=st.lists(st.one_of(FRONT, st.text(max_size=20)), max_size=8))
@fuzzed
def test_front_matter_is_read_or_refused(parts: list[str]) -> None:
    try:
        read("---\n" + "".join(parts) + "\n---\n")
    except FrontMatterError as refused:
        assert str(refused)


QUERY = st.sampled_from(
    ['"', "*", "(", "NEAR(", "software:", "software:vllm", "OR", "-", "显存", "{", "^", ":", "\0", "a" * 900]
)


@given(parts=st.lists(st.one_of(QUERY, st.text(max_size=15)), max_size=10))
@fuzzed
def test_every_query_is_answered(index: Index, parts: list[str]) -> None:
    found = search(index, SearchQuery(" ".join(parts), None, None, None, None, None, "en", 1, 20))
    assert found.total >= len(found.items)
