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
from app.index.candidates import candidates
from app.index.open import Index
from app.index.reference import brute_force
from app.reports.parse import parse_text
from app.text.tokens import HAN_RUN, fold, query_form
from tests.index.factory import opened, rows

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
        pieces = random.Random(seed).sample(pieces, sample)
    slug_of_page = {page: index.slug_of(number) for page, (number, _) in index.facts.pages.items()}
    lost: list[tuple[str, str]] = []
    for slug, piece in pieces:
        rows = index.reader.rows("SELECT rowid FROM documents WHERE documents MATCH ?", (query_form(piece),))
        if slug not in {slug_of_page[row[0]] for row in rows}:
            lost.append((slug, piece))
    return lost


def pastes(articles: Iterable[Article]) -> list[str]:
    """Every dev case, example and near miss."""
    own = [paste.text for each in articles for paste in (*each.examples, *each.near_misses)]
    return [*(case["text"] for case in rows("dev")), *own]


def overlooked(index: Index, texts: Iterable[str]) -> tuple[int, list[tuple[str, str]]]:
    """How many (paste, article) fit by a signature, and the (slug, paste) of those that are no candidates."""
    hits = 0
    lost: list[tuple[str, str]] = []
    for text in texts:
        report = parse_text(text)
        expected = brute_force(index, report)
        hits += len(expected)
        found = {(each.slug, each.error) for each in candidates(index, report)}
        lost.extend((slug, text) for slug, _ in sorted(expected - found))
    return hits, lost


def main() -> int:
    """Sweeps everything."""
    articles = load_tree(Path("content")).articles
    with tempfile.TemporaryDirectory() as folder:
        index = opened(articles, Path(folder))
        lost = missing(index, articles)
        pieces = len(pieces_of(articles))
        sys.stdout.write(f"{pieces} pieces of {len(articles)} articles, {len(lost)} not found\n")
        texts = pastes(articles)
        hits, unseen = overlooked(index, texts)
        sys.stdout.write(f"{len(texts)} pastes, {hits} signatures fit, {len(unseen)} articles overlooked\n")
        sys.stdout.writelines(f"{slug}: {piece[:200]}\n" for slug, piece in [*lost, *unseen][:50])
    return 1 if lost or unseen else 0


if __name__ == "__main__":
    sys.exit(main())
