"""Words that are in no article, and the known ones that were meant."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.index.open import Index
from app.text.tokens import Term

SHORTEST = 4
"""Words of fewer letters have too many neighbours."""
LEAST = 0.72
"""Similarity (1 is equal) from which a word is offered."""
MAX_COMPARED = 200_000


def known(index: Index, words: set[str]) -> dict[str, int]:
    """Those of `words` that stand in some article, with the number of pages that hold them."""
    marks = ",".join("?" for _ in words)
    rows = index.reader.rows(f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})", tuple(words))  # noqa: S608
    return dict(rows)


def did_you_mean(index: Index, text: str, terms: tuple[Term, ...]) -> str | None:
    """`text` with each unknown word replaced by the nearest known one; None when nothing is nearer."""
    asked = {word: None for term in terms for word in _spelled(term)}
    if not asked:
        return None
    missing = asked.keys() - known(index, set(asked)).keys()
    changed = text
    for word in sorted(missing, key=lambda each: (-len(each), each)):
        nearest = _nearest(index, word)
        if nearest:
            changed = _replaced(changed, word, nearest)
    return changed if changed != text else None


def _spelled(term: Term) -> tuple[str, ...]:
    """The words of a term that can be misspelt: an identifier as a whole, no Han text, no numbers."""
    if term.han or term.excluded:
        return ()
    words = (term.whole,) if term.whole else term.words
    return tuple(word for word in words if len(word) >= SHORTEST and not word.isdigit())


def _nearest(index: Index, word: str) -> str | None:
    rows = index.reader.rows(
        "SELECT term, doc FROM vocabulary WHERE length(term) BETWEEN ? AND ? LIMIT ?",
        (len(word) - 2, len(word) + 2, MAX_COMPARED),
    )
    counts = {row[0]: row[1] for row in rows if not row[0].isdigit()}
    near = process.extract(
        word, counts.keys(), scorer=OSA.normalized_similarity, score_cutoff=LEAST, limit=12
    )

    def rank(each: tuple[str, float, int]) -> tuple[float, bool, int, str]:
        other = each[0]
        return round(each[1], 2), other[0] == word[0] and len(other) == len(word), counts[other], other

    return max(near, key=rank)[0] if near else None


def _replaced(text: str, word: str, by: str) -> str:
    at = text.lower().find(word)
    return text if at < 0 else text[:at] + by + text[at + len(word) :]


def rarest(index: Index, terms: tuple[Term, ...], count: int) -> tuple[Term, ...]:
    """Up to `count` of the wanted terms, those first whose rarest word stands in the fewest articles; terms
    with no known word are left out."""
    counts = known(index, {word for term in terms for word in term.words})
    usable = [term for term in terms if not term.excluded and all(word in counts for word in term.words)]
    usable.sort(key=lambda term: min(counts[word] for word in term.words))
    return tuple(usable[:count])
