"""Brings the index up to date with the content tree: at start, on `faultbook index`, and while watching."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Library
from app.articles.seen import Seen
from app.index.build import build, cached_articles
from app.index.errors import IndexUnusableError
from app.index.open import Index, IndexDirectory

Say = Callable[[str], None]

ALLOCATIONS = 20_000
"""Objects made between two rounds while an index is built; Python's own number is 700."""


def refresh_index(content: Path, directory: IndexDirectory, say: Say, seen: Seen | None = None) -> Index:
    """The index of `content`, built anew where a file changed or the old index is damaged.

    Where there is no folder `content` the index was built elsewhere and brought here: it is never replaced by an
    empty one. With `seen`, kept from call to call, only bundles that were touched are read. Raises
    IndexUnusableError when it cannot be written and none serves; a failed build leaves the old one.
    """
    if not content.is_dir():
        index = directory.current()
        say(f"no articles under {content}: the index that was brought here serves")
        return index
    with _rare_collections():
        return _refreshed(content, directory, say, seen)


def _refreshed(content: Path, directory: IndexDirectory, say: Say, seen: Seen | None) -> Index:
    library = load_library(content, directory, say, seen)
    for problem in library.problems:
        say(f"left out: {problem}")
    try:
        build(library, directory.directory, directory)
    except IndexUnusableError as fault:
        say(f"index not rebuilt: {fault}")
    return directory.current()


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Fewer rounds of the garbage collector: a build makes many objects that live, and looking at them again and again
    took three hundredths of its time."""
    former = gc.get_threshold()
    gc.set_threshold(ALLOCATIONS, *former[1:])
    try:
        yield
    finally:
        gc.set_threshold(*former)


def load_library(content: Path, directory: IndexDirectory, say: Say, seen: Seen | None = None) -> Library:
    """The articles of `content`; those whose files did not change are taken from the index that serves."""
    try:
        directory.current()
    except IndexUnusableError as fault:
        say(f"building the index anew: {fault.reason}")
        return load_tree(content)
    return load_tree(content, cached_articles(directory), seen)
