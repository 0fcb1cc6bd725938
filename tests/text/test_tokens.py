"""How text and queries are cut into words."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.schema import FULL_TEXT
from app.text.tokens import (
    HAN_RUN,
    camel_parts,
    fold,
    identifiers,
    index_form,
    match_expression,
    query_form,
    terms,
    words,
)

WORDS = (
    ("CUDA out of memory", ["cuda", "out", "of", "memory"]),
    ("determine_available_memory()", ["determine", "available", "memory"]),
    ("--enforce-eager", ["enforce", "eager"]),
    ("显存", ["显存", "存"]),
    ("显存不足", ["显存", "存不", "不足", "足"]),
    ("卡", ["卡"]),
    ("vLLM启动时显存", ["vllm", "启动", "动时", "时显", "显存", "存"]),
    ("显存，不足。", ["显存", "存", "不足", "足"]),
    ("ＣＵＤＡ　１２．１", ["cuda", "12", "1"]),
    ("[32, 64, 576]", ["32", "64", "576"]),
    ("モデル", ["モデ", "デル", "ル"]),
    ("", []),
    ("!? … 🤗 \x00", []),
)

IDENTIFIERS = (
    ("in determine_available_memory at", ["determine_available_memory"]),
    ("try --enforce-eager or --tp 2", ["--enforce-eager", "--tp"]),
    ("torch.nn.functional.linear", ["torch.nn.functional.linear"]),
    ("vllm/v1/worker/gpu_worker.py:483", ["gpu_worker.py"]),
    ("vLLM 0.25.1", ["vllm", "0.25.1"]),
    ("FLASHMLA_SPARSE attention", ["flashmla_sparse"]),
    ("GlmMoeDsaForCausalLM", ["glmmoedsaforcausallm"]),
    ("__init__ and _private", ["__init__", "_private"]),
    ("plain words only, 显存", []),
    ("a-b a-b", ["a-b"]),
)

QUERIES = (
    ("vllm", '"vllm"'),
    ("vllm 显存不足", '"vllm" AND "显存 存不 不足"'),
    ("vllm显存", '"vllm" AND "显存"'),
    ("显", '"显" *'),
    ("--enforce-eager", '("enforce eager" OR identifiers : "--enforce-eager")'),
    ('"invalid for input"', '"invalid for input"'),
    ("“显存 不足”", '"显存 存 不足"'),
    ("memory -cuda", '("memory") NOT ("cuda")'),
    ('memory -"out of"', '("memory") NOT ("out of")'),
    ("-cuda", ""),
    ("OR AND NOT NEAR", '"or" AND "and" AND "not" AND "near"'),
    ("title:x (a* ^b", '"title x" AND "a" AND "b"'),
    ('" * ^ \x00 ()', ""),
    ("", ""),
)


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words(text: str, expected: list[str]) -> None:
    """Identifiers come in plain parts, Han runs as pairs and their last character."""
    assert words(text) == expected


@pytest.mark.parametrize(("text", "expected"), IDENTIFIERS)
def test_identifiers(text: str, expected: list[str]) -> None:
    """Identifiers are kept whole."""
    assert identifiers(text) == expected


def test_camel_case_parts() -> None:
    """A CamelCase name is also found by its parts; what is in one case has none."""
    assert camel_parts("GlmMoeDsaForCausalLM FLASHMLA_SPARSE Error") == [
        "glm",
        "moe",
        "dsa",
        "for",
        "causal",
        "lm",
    ]


@pytest.mark.parametrize(("query", "expected"), QUERIES)
def test_query_form(query: str, expected: str) -> None:
    """Every word of a query is quoted: no operator, column or bracket of it is obeyed."""
    assert query_form(query) == expected


@pytest.fixture(scope="module")
def table() -> sqlite3.Connection:
    """The full-text table of the index with one document that says nothing."""
    connection = sqlite3.connect(":memory:")
    connection.execute(FULL_TEXT[0])
    connection.execute("INSERT INTO documents(rowid, body) VALUES (1, 'x')")
    return connection


@given(st.text(alphabet=st.characters(), max_size=80) | st.text(alphabet='"*^:-+()显存ab \x00', max_size=40))
def test_fts5_takes_every_query(table: sqlite3.Connection, query: str) -> None:
    """Whatever is typed becomes an expression that FTS5 reads, or nothing."""
    for joiner in ("AND", "OR"):
        expression = match_expression(terms(query), joiner)
        if expression:
            table.execute("SELECT rowid FROM documents WHERE documents MATCH ?", (expression,)).fetchall()


@given(st.text(alphabet="显存不足卡的键値。，ab 1_", min_size=1, max_size=12), st.data())
def test_every_part_of_a_han_run_is_found(text: str, data: st.DataObject) -> None:
    """Each 1- to 4-character piece of a Han run finds the text that holds it, and the rest does not
    matter."""
    runs = HAN_RUN.findall(fold(text))
    if not runs:
        return
    run = data.draw(st.sampled_from(runs))
    start = data.draw(st.integers(0, len(run) - 1))
    piece = run[start : start + data.draw(st.integers(1, 4))]
    connection = sqlite3.connect(":memory:")
    connection.execute(FULL_TEXT[0])
    connection.execute("INSERT INTO documents(rowid, body) VALUES (7, ?)", (index_form(text),))
    found = connection.execute("SELECT rowid FROM documents WHERE documents MATCH ?", (query_form(piece),))
    assert found.fetchall() == [(7,)]


def test_a_long_query_is_cut() -> None:
    """Ten thousand characters are no query: the first terms are taken."""
    assert len(terms("word%d " * 3000 % tuple(range(3000)))) == 32
    assert len(terms("显" * 10_000)) == 1
