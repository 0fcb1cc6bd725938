"""docs/writing-articles.md says what the code does."""

import re
from pathlib import Path

from app.articles.draft import draft
from app.articles.front import ArticleFront, TranslationFront
from app.articles.render import SECTIONS
from app.reports.parse import parse_text

DOC = (Path(__file__).parents[2] / "docs/writing-articles.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first code block of a language, without the indentation of its list item."""
    found = re.search(rf"    ```{language}\n(.*?)    ```", DOC, re.DOTALL)
    assert found
    return re.sub(r"^    ", "", found[1], flags=re.MULTILINE)


def test_the_example_is_what_a_draft_of_its_log_says() -> None:
    log = block("text")
    slug = "bert-input-longer-than-512-positions"
    files = draft(log, parse_text(log), slug, "2026-11-30")
    assert block("yaml") in files[f"transformers/{slug}/index.md"]


def test_every_key_is_described() -> None:
    described = set(re.findall(r"`(\w+)`", DOC))
    assert {*ArticleFront.model_fields, *TranslationFront.model_fields} <= described


def test_sections_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| ([A-Z][\w ]+) \| (\S+) \|", DOC, re.MULTILINE)
    assert [row for row in rows if row[0] != "English"] == [(row.en, row.zh) for row in SECTIONS]
