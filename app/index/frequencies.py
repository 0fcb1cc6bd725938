"""In how many articles a word stands: what makes a shared word worth something."""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.index.open import Index


def root_frequencies(index: Index, roots: Iterable[str]) -> dict[str, int]:
    """Root of a word (see `wording.roots`) -> number of articles that hold it in their reports or their text;
    roots of no article are absent."""
    rows = index.reader.rows(
        "SELECT word, max(reports, prose) FROM json_each(?) JOIN words ON word = json_each.value",
        (json.dumps(sorted(roots)),),
    )
    return {row[0]: int(row[1]) for row in rows}
