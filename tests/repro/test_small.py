"""The reproductions of small CPU libraries raise the error of their article (`make repro` runs the others)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.articles.load import load_tree
from tests.repro.runner import CONTENT, Judge, needs_of, reproducible, run_script

LIBRARY = load_tree(CONTENT)
SMALL = {article.slug: article for article in reproducible(LIBRARY, small=True)}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """The shipped articles, indexed."""
    return Judge(LIBRARY, tmp_path_factory.mktemp("index"))


@pytest.mark.parametrize("slug", SMALL)
def test_the_real_library_raises_what_the_article_covers(slug: str, judge: Judge, tmp_path: Path) -> None:
    status, output = run_script(Path(sys.executable), SMALL[slug], tmp_path)
    assert judge.problem(SMALL[slug], status, output) is None


def test_every_reproduction_says_what_it_needs() -> None:
    assert [article.slug for article in LIBRARY.articles if article.repro and not needs_of(article)] == []
