"""In how many articles a word stands: what makes a shared word worth something."""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.index.open import Index
from app.index.wording import root


def word_frequencies(index: Index, words: Iterable[str]) -> dict[str, int]:
    """Word -> number of articles that hold it, or another form of it, in their reports or their text; words
    of no article are absent."""
    roots = {word: root(word) for word in words}
    rows = index.reader.rows(
        "SELECT word, max(reports, prose) FROM json_each(?) JOIN words ON word = json_each.value",
        (json.dumps(sorted(set(roots.values()))),),
    )
    counts = {row[0]: int(row[1]) for row in rows}
    return {word: counts[found] for word, found in roots.items() if found in counts}


def root_frequencies(index: Index, roots: Iterable[str]) -> dict[str, int]:
    """The same for words that are roots already (`wording.roots`)."""
    rows = index.reader.rows(
        "SELECT word, max(reports, prose) FROM json_each(?) JOIN words ON word = json_each.value",
        (json.dumps(sorted(roots)),),
    )
    return {row[0]: int(row[1]) for row in rows}
