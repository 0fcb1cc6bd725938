"""In how many articles a word stands: what makes a shared word worth something."""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.index.open import Index


def word_frequencies(index: Index, words: Iterable[str]) -> dict[str, int]:
    """Word -> number of articles that hold it in their reports or their text; words of no article are
    absent."""
    rows = index.reader.rows(
        "SELECT word, max(reports, prose) FROM words WHERE word IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(words)),),
    )
    return {row[0]: int(row[1]) for row in rows}
