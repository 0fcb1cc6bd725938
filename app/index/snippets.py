"""Pieces of original text with marks on what the query asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.index.model import Snippet
from app.text.tokens import HAN_RUN, Term, fold

LENGTH = 180
"""Characters of one snippet; Han text says as much in half of them, so it is cut shorter."""
HAN_LENGTH = 100
MAX_MARKS = 400
"""Marks looked for in one text."""

Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a term may stand in folded text."""

    parts: tuple[str, ...]
    """All of them must be there; quickly looked for before the pattern is tried."""
    pattern: re.Pattern[str]
    begins: bool
    """It stands only where a word begins."""
    ends: bool
    """It stands only where a word ends."""

    def places(self, folded: str) -> Iterator[tuple[int, int]]:
        """Where it is in `folded`. The edges are looked at afterwards: a pattern that begins with a letter is
        found many times faster than one that begins with a condition."""
        for part in self.parts:
            if part not in folded:
                return
        for match in self.pattern.finditer(folded):
            start, end = match.span()
            if self.begins and start and _in_word(folded[start - 1]):
                continue
            if self.ends and end < len(folded) and _in_word(folded[end]):
                continue
            yield start, end

    def stands(self, folded: str) -> bool:
        """Whether it is in `folded`."""
        return next(self.places(folded), None) is not None


def _in_word(character: str) -> bool:
    """Whether a Latin word goes on over this character; Han text may stand next to one."""
    return character.isalnum() and (character.isascii() or not HAN_RUN.match(character))


Asked = tuple[tuple[Form, ...], ...]
"""For each term its forms: any of them will do."""


def asked(terms: Iterable[Term]) -> Asked:
    """The forms of the wanted terms and of what will do instead of them."""
    return tuple((_form(term), *map(_form, term.others)) for term in terms if not term.excluded)


def _form(term: Term) -> Form:
    """The words of the term with anything but letters and digits between them."""
    parts = tuple(term.text.split(" "))
    pattern = re.compile(r"[\W_]{1,20}".join(map(re.escape, parts)))
    begins = not HAN_RUN.match(term.text)
    return Form(parts, pattern, begins, ends=not (term.prefix or term.han))


_folded_character = lru_cache(maxsize=16_384)(fold)


def mapped_fold(text: str) -> tuple[str, Sequence[int]]:
    """`fold(text)` and, for each of its characters, its position in `text`.

    Folded character by character with the marks that combine with it; where that is not the folding of the
    whole text (a rare composition), there are no positions.
    """
    folded = fold(text)
    if len(folded) == len(text) and (text.isascii() or "".join(map(_folded_character, text)) == folded):
        return folded, range(len(text))
    pieces: list[str] = []
    positions: list[int] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at < len(text) and _combines(text[at]):
            continue
        piece = fold(text[start:at])
        pieces.append(piece)
        positions.extend([start] * len(piece))
        start = at
    return (folded, positions) if "".join(pieces) == folded else (folded, ())


def _combines(character: str) -> bool:
    return character > "\x7f" and unicodedata.combining(unicodedata.normalize("NFKC", character)[0]) != 0


def count_terms(folded: str, terms: Asked) -> int:
    """How many of `terms` stand in `folded`."""
    count = 0
    for forms in terms:
        for form in forms:
            if form.stands(folded):
                count += 1
                break
    return count


def marks(text: str, terms: Asked) -> Marks:
    """Start and end in `text` of everything that `terms` ask for; ascending, disjoint."""
    folded, positions = mapped_fold(text)
    if not positions:
        return ()
    found: list[tuple[int, int]] = []
    for form in (form for forms in terms for form in forms):
        for start, end in form.places(folded):
            found.append((positions[start], _end(positions, end, len(text))))
            if len(found) >= MAX_MARKS:
                break
    return _disjoint(found)


def _end(positions: Sequence[int], end: int, length: int) -> int:
    """Where in the original the character after the match begins."""
    last = positions[end - 1]
    while end < len(positions) and positions[end] == last:
        end += 1
    return positions[end] if end < len(positions) else length


def _disjoint(found: list[tuple[int, int]]) -> Marks:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if kept and start <= kept[-1][1]:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return tuple(kept)


def whole(text: str, terms: Asked) -> Snippet:
    """All of `text`, marked."""
    return Snippet(text, marks(text, terms))


def snippets(text: str, terms: Asked, count: int = 2) -> tuple[Snippet, ...]:
    """Up to `count` pieces of `text` around the most marks, in the order of the text; its beginning when
    nothing in it is marked; none when it is empty."""
    found = marks(text, terms)
    length = HAN_LENGTH if len(HAN_RUN.findall(text[:400])) * 20 > len(text[:400]) else LENGTH
    if not text.strip():
        return ()
    if not found:
        return tuple(_pieces(text, [0], length, ()))
    chosen: list[tuple[int, int]] = []
    left = list(found)
    while left and len(chosen) < count:
        best = max(range(len(left)), key=lambda at: (_within(left, left[at][0], length), -at))
        start = left[best][0]
        chosen.append((start, start + length))
        left = [mark for mark in left if mark[1] <= start - length or mark[0] >= start + length]
    return tuple(_pieces(text, sorted(start for start, _ in chosen), length, found))


def _within(found: list[tuple[int, int]], start: int, length: int) -> int:
    return len({mark for mark in found if start <= mark[0] and mark[1] <= start + length})


def _pieces(text: str, firsts: Iterable[int], length: int, found: Marks) -> Iterator[Snippet]:
    """A piece around each first mark; none repeats the end of the one before."""
    floor = 0
    for first in firsts:
        start = max(floor, first - length // 4)
        end = min(len(text), start + length)
        start = max(floor, min(start, end - length))
        start = _word_edge(text, start, first) if start else 0
        inside = [mark for mark in found if start <= mark[0] and mark[1] <= end]
        end = _word_end(text, end, inside[-1][1] if inside else start)
        marked = tuple(
            (max(a, start) - start, min(b, end) - start) for a, b in found if a < end and b > start
        )
        yield Snippet(text[start:end], marked, cut_before=start > 0, cut_after=end < len(text))
        floor = end


def _word_edge(text: str, start: int, limit: int) -> int:
    """The first word that begins after `start`, so that no word is cut at the left."""
    for at in range(start, min(limit, start + 30)):
        if text[at - 1].isspace() and not text[at].isspace():
            return at
    return start


def _word_end(text: str, end: int, limit: int) -> int:
    """The end of the last word that ends before `end`, so that no word is cut at the right."""
    if end < len(text):
        for at in range(end, max(limit, end - 30), -1):
            if text[at].isspace() and not text[at - 1].isspace():
                return at
    return end
