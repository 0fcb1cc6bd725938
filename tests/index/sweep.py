"""Looks for every 1- to 4-character piece of every Han run of the articles.

`python -m tests.index.sweep` sweeps all of the shipped content and exits 1 when a piece does not find its
article.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Article
from app.index.open import Index
from app.text.tokens import HAN_RUN, fold, query_form
from tests.index.factory import opened

LONGEST = 4


def runs_of(articles: Iterable[Article]) -> list[tuple[str, str]]:
    """Every (slug, Han run) of titles, summaries and section texts."""
    return [
        (article.slug, run)
        for article in articles
        for page in article.pages.values()
        for text in (page.title, page.summary, *(section.text for section in page.sections))
        for run in HAN_RUN.findall(fold(text))
    ]


def pieces_of(articles: Iterable[Article]) -> list[tuple[str, str]]:
    """Every distinct (slug, piece), sorted."""
    found = {
        (slug, run[start : start + length])
        for slug, run in runs_of(articles)
        for length in range(1, LONGEST + 1)
        for start in range(len(run) - length + 1)
    }
    return sorted(found)


def missing(
    index: Index, articles: Iterable[Article], sample: int | None = None, seed: int = 0
) -> list[tuple[str, str]]:
    """The (slug, piece) of `sample` of them, or of all, whose piece does not find the article."""
    pieces = pieces_of(articles)
    if sample is not None and sample < len(pieces):
        pieces = random.Random(seed).sample(pieces, sample)  # noqa: S311 -- which pieces are tried, no secret
    slug_of_page = {page: index.slug_of(number) for page, (number, _) in index.facts.pages.items()}
    lost: list[tuple[str, str]] = []
    for slug, piece in pieces:
        rows = index.reader.rows("SELECT rowid FROM documents WHERE documents MATCH ?", (query_form(piece),))
        if slug not in {slug_of_page[row[0]] for row in rows}:
            lost.append((slug, piece))
    return lost


def main() -> int:
    """Sweeps everything."""
    articles = load_tree(Path("content")).articles
    with tempfile.TemporaryDirectory() as folder:
        index = opened(articles, Path(folder))
        lost = missing(index, articles)
        sys.stdout.write(
            f"{len(pieces_of(articles))} pieces of {len(articles)} articles, {len(lost)} not found\n"
        )
        sys.stdout.writelines(f"{slug}: {piece}\n" for slug, piece in lost[:50])
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
