"""The tables by which candidates are found. An index never changes and logs repeat themselves: what was read is
kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from app.index.anchors import heads
from app.index.keep import Kept, KeptMany
from app.index.reader import Reader

SHARED = 64
"""A template, function or family that more articles share tells nothing by itself."""
KEPT_WORDS = 65_536
KEPT_GRAMS = 65_536
KEPT_POSTINGS = 8_192
"""Posting lists, none longer than `candidates.POSTINGS`."""
KEPT_KEYS = 4_096
"""Templates, functions and families."""
LONGEST_KEY = 512
"""Characters of a template that is kept; longer ones are read each time."""

Postings = tuple[int, ...]
"""Row ids of articles."""


class Lookup:
    """Looks up in one index, for any thread. Every method raises IndexDamaged when the file cannot be read."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._words = KeptMany(self._read_words, (0, 0), KEPT_WORDS)
        self._anchors: KeptMany[str, tuple[tuple[str, int], ...]] = KeptMany(
            self._read_anchors, (), KEPT_GRAMS
        )
        self._postings = Kept(self._read_postings, KEPT_POSTINGS)
        self._shared = Kept(self._read_shared, KEPT_KEYS)

    def words(self, words: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Word -> how many articles hold it in their reports, and how many in their own text."""
        return self._words.get(words)

    def anchors(self, keys: Iterable[str]) -> dict[str, tuple[tuple[str, int], ...]]:
        """Key of an anchor (see `anchors.gram`) -> the anchors under it with the article of each."""
        return self._anchors.get(keys)

    def postings(self, table: Literal["reports", "prose"], word: str) -> Postings:
        """The articles whose reports or whose text hold this word."""
        return self._postings.get((table, word))

    def template(self, text: str) -> Postings:
        """The articles with a known report of this template, at most one more than `SHARED`."""
        if len(text) > LONGEST_KEY:
            return self._read_shared(("templates", "template", text))
        return self._shared.get(("templates", "template", text))

    def function(self, name: str) -> Postings:
        """The articles that name this function, at most one more than `SHARED`."""
        return self._shared.get(("frames", "function", name))

    def family(self, name: str) -> Postings:
        """The articles of this family of errors, at most one more than `SHARED`."""
        return self._shared.get(("families", "family", name))

    def members(self, name: str, among: Iterable[int]) -> Postings:
        """Those of `among` that are of this family of errors."""
        rows = self._reader.rows(
            "SELECT article FROM json_each(?) JOIN families ON family = ? AND article = json_each.value",
            (json.dumps(list(among)), name),
        )
        return tuple(row[0] for row in rows)

    @cached_property
    def short_anchors(self) -> dict[int, frozenset[str]]:
        """What the anchor keys that may start at any character mark, by length (see `anchors`)."""
        return heads(
            row[0] for row in self._reader.rows("SELECT DISTINCT gram FROM anchors WHERE gram < 'b'")
        )

    def _read_words(self, words: list[str]) -> dict[str, tuple[int, int]]:
        rows = self._reader.rows(
            "SELECT word, reports, prose FROM json_each(?) JOIN words ON word = json_each.value",
            (json.dumps(words),),
        )
        return {word: (reports, prose) for word, reports, prose in rows}

    def _read_anchors(self, keys: list[str]) -> dict[str, tuple[tuple[str, int], ...]]:
        found: dict[str, tuple[tuple[str, int], ...]] = {}
        for key, anchor, article in self._reader.rows(
            "SELECT gram, anchor, article FROM json_each(?) JOIN anchors ON gram = json_each.value",
            (json.dumps(keys),),
        ):
            found[key] = (*found.get(key, ()), (anchor, article))
        return found

    def _read_postings(self, asked: tuple[str, str]) -> Postings:
        table, word = asked
        # A phrase in quotes: no character of a word is syntax.
        rows = self._reader.rows(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (f'"{word}"',))  # noqa: S608
        return tuple(row[0] for row in rows)

    def _read_shared(self, asked: tuple[str, str, str]) -> Postings:
        table, column, key = asked
        sql = f"SELECT article FROM {table} WHERE {column} = ? LIMIT {SHARED + 1}"  # noqa: S608 -- three fixed names
        return tuple(row[0] for row in self._reader.rows(sql, (key,)))
