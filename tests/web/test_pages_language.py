"""Languages, and how values, snippets and query strings are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.model import Snippet
from app.web.language import Writer, localised, negotiate, split_language
from app.web.views.narrow import query_string
from app.web.views.text import holes, parts

LANGUAGES = [
    (None, "en"),
    ("", "en"),
    ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
    ("en-US,en;q=0.9,zh;q=0.8", "en"),
    ("de,fr;q=0.5", "en"),
    ("de, zh-TW;q=0.3", "zh"),
    ("zh;q=0, en", "en"),
    ("zh;q=x", "en"),
    (";;;,,,=", "en"),
]


@pytest.mark.parametrize(("header", "wanted"), LANGUAGES)
def test_the_browser_says_its_language(header: str | None, wanted: str) -> None:
    """The best of ours, English where none is asked for."""
    assert negotiate(header) == wanted


@given(st.text(max_size=100))
def test_any_accept_language_is_read(header: str) -> None:
    """Never an error."""
    assert negotiate(header) in ("en", "zh")


@pytest.mark.parametrize(
    ("path", "language", "bare"),
    [
        ("/", "en", "/"),
        ("/zh", "zh", "/"),
        ("/zh/", "zh", "/"),
        ("/zh/a", "zh", "/a"),
        ("/zhx", "en", "/zhx"),
    ],
)
def test_the_prefix_says_the_language(path: str, language: str, bare: str) -> None:
    """And `localised` puts it back."""
    assert split_language(path) == (language, bare)
    assert split_language(localised(bare, language)) == (language, bare)


def test_values_are_written_as_each_language_writes_them() -> None:
    """Dates, ages, shares and sizes."""
    en, zh = Writer("en"), Writer("zh")
    day = datetime(2026, 7, 15, 8, 30, tzinfo=UTC)
    assert (en.date("2026-07-15"), zh.date(day)) == ("15 Jul 2026", "2026年7月15日")
    assert (en.date(None), en.date("soon")) == ("", "soon")
    assert en.age(day - timedelta(minutes=3), day) == "3 minutes ago"
    assert zh.age(day + timedelta(hours=2), day) == "2小时后"
    assert [en.percent(value) for value in (0.0, 0.0001, 0.934, 0.9999, 1.0)] == [
        "0%",
        "1%",
        "93%",
        "99%",
        "100%",
    ]
    assert [en.size(value) for value in (None, 512 * 1024**2, 150_754_820_096)] == [
        "–",
        "512 MiB",
        "140.4 GiB",
    ]
    assert en.number(1343488) == "1,343,488"


def test_snippets_and_signatures_are_cut_at_their_marks() -> None:
    """Marks come from offsets, holes from braces; doubled braces are literal."""
    shown = parts(Snippet("KV cache", ((0, 2),), True, True))
    assert [(part.text, part.marked) for part in shown] == [
        ("… ", False),
        ("KV", True),
        (" cache", False),
        (" …", False),
    ]
    pieces = holes("shape '[{blocks}, 576]' got {blocks*656} {{1,64}}")
    assert [part.text for part in pieces if part.marked] == ["{blocks}", "{blocks*656}"]
    assert "".join(part.text for part in pieces) == "shape '[{blocks}, 576]' got {blocks*656} {{1,64}}"


def test_a_query_string_keeps_only_what_is_set() -> None:
    """And escapes it."""
    assert query_string({"q": "a&b 显", "kind": None, "page": ""}) == "?q=a%26b+%E6%98%BE"
    assert query_string({"q": None}) == ""
