"""In how many articles a word stands: what makes a shared word worth something."""

from __future__ import annotations

from collections.abc import Iterable

from app.index.open import Index


def root_frequencies(index: Index, roots: Iterable[str]) -> dict[str, int]:
    """Root of a word (see `wording.roots`) -> number of articles that hold it in their reports or their text;
    roots of no article are absent."""
    return {word: max(held) for word, held in index.lookup.words(roots).items() if any(held)}
