"""One finished index: what it holds, for any thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from app.articles.model import Article, Problem, Unchanged
from app.index.errors import IndexDamaged
from app.index.facts import Facts, load_facts
from app.index.fingerprint import fingerprint
from app.index.keep import Kept
from app.index.lookup import Lookup
from app.index.model import ArticleItem, Dossier, PageText, SignatureTag
from app.index.reader import REBUILD, Reader
from app.index.reading import compiled
from app.index.schema import VERSION
from app.index.stored import (
    stored_article,
    stored_dossier,
    stored_entries,
    stored_item,
    stored_tags,
    stored_text,
)
from app.shapes.patterns import Signature

T = TypeVar("T")

KEPT_ARTICLES = 512
KEPT_DOSSIERS = 2_048
KEPT_ITEMS = 4_096
KEPT_TEXTS = 512
REMEMBERED = 256
"""Searches whose answers are kept."""


class Index:
    """One finished index. Reads are safe from any thread; nothing in it ever changes.

    Every method raises IndexDamaged when the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.reader = Reader(path)
        meta = dict(self.reader.rows("SELECT key, value FROM meta"))
        try:
            self.digest: str = meta["digest"]
            self.built_at: str = meta["built_at"]
            """ISO 8601 in UTC."""
            self.count = int(meta["count"])
            """Number of articles."""
            self.fingerprint: str = meta["fingerprint"]
            made_by = meta["schema"]
        except (KeyError, ValueError) as error:
            raise IndexDamaged(path, "the index lacks its own description", REBUILD) from error
        if made_by != str(VERSION):
            raise IndexDamaged(path, f"the index has form {made_by}, this program reads {VERSION}", REBUILD)
        self._articles: Kept[int, Article] = Kept(self._reading(stored_article), KEPT_ARTICLES)
        self._dossiers: Kept[int, Dossier] = Kept(self._reading(stored_dossier), KEPT_DOSSIERS)
        self._items: Kept[int, ArticleItem] = Kept(self._reading(stored_item), KEPT_ITEMS)
        self._compiled: Kept[int, tuple[Signature, ...]] = Kept(self._compile, KEPT_DOSSIERS)
        self._texts: Kept[int, PageText] = Kept(self._reading(stored_text), KEPT_TEXTS)
        self.lookup = Lookup(self.reader)
        self._remembered: dict[Hashable, Any] = {}
        self._numbers = Kept(self._find_number, KEPT_ITEMS)

    def _reading(self, stored: Callable[[sqlite3.Connection, int], T]) -> Callable[[int], T]:
        return lambda number: self.reader.run(lambda connection: stored(connection, number))

    def _find_number(self, slug: str) -> int | None:
        rows = self.reader.rows("SELECT id FROM articles WHERE slug = ?", (slug,))
        return int(rows[0][0]) if rows else None

    def number(self, slug: str) -> int | None:
        """The row id of an article, None when there is none with this canonical slug."""
        return self._numbers.get(slug)

    def article(self, slug: str) -> Article | None:
        """The article with this canonical slug."""
        number = self.number(slug)
        return None if number is None else self._articles.get(number)

    def dossier(self, slug: str) -> Dossier | None:
        """What matching needs of the article with this canonical slug."""
        number = self.number(slug)
        return None if number is None else self._dossiers.get(number)

    def _compile(self, number: int) -> tuple[Signature, ...]:
        return tuple(compiled(self._dossiers.get(number).signatures))

    def compiled(self, number: int) -> tuple[Signature, ...]:
        """The usable signatures of the article with this row id, ready to be compared. Raises KeyError."""
        return self._compiled.get(number)

    def item(self, slug: str) -> ArticleItem | None:
        """The article with this canonical slug as lists show it."""
        number = self.number(slug)
        return None if number is None else self._items.get(number)

    def item_by_number(self, number: int) -> ArticleItem:
        """The article with this row id as lists show it. Raises KeyError."""
        return self._items.get(number)

    @cached_property
    def facts(self) -> Facts:
        """What lists and searches are narrowed by, for every article."""
        return load_facts(self.reader)

    def slug_of(self, number: int) -> str:
        """The slug of the article with this row id. Raises KeyError."""
        return self.facts.articles[number].slug

    def remembered(self, question: Hashable, answer: Callable[[], T]) -> T:
        """The answer to a question that this index was asked before, else what `answer` makes of it."""
        kept: T | None = self._remembered.get(question)
        if kept is None:
            kept = answer()
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            self._remembered[question] = kept
        return kept

    def page_text(self, page: int) -> PageText:
        """The text of the page with this row id. Raises KeyError."""
        return self._texts.get(page)

    def resolve(self, slug: str) -> str | None:
        """The canonical slug of a slug or alias."""
        if self.number(slug) is not None:
            return slug
        rows = self.reader.rows(
            "SELECT slug FROM aliases JOIN articles ON articles.id = article WHERE alias = ?", (slug,)
        )
        return str(rows[0][0]) if rows else None

    def slugs(self) -> tuple[str, ...]:
        """Every canonical slug, sorted."""
        return tuple(row[0] for row in self.reader.rows("SELECT slug FROM articles ORDER BY slug"))

    def titles(self, slugs: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """Slug -> language -> title, for those that exist."""
        items = [item for item in map(self.item, slugs) if item]
        return {item.slug: dict(item.titles) for item in items}

    def signatures(self) -> tuple[SignatureTag, ...]:
        """Every signature tag, by template."""
        return self._tags("", ())

    def signature(self, tag: str) -> SignatureTag | None:
        """The tag with this id."""
        found = self._tags("WHERE tag = ?", (tag,))
        return found[0] if found else None

    def tags_of(self, slug: str) -> tuple[SignatureTag, ...]:
        """The tags of one article, in the order of its signatures."""
        rows = self.reader.rows(
            "SELECT tag FROM signatures WHERE article = ? ORDER BY ordinal", (self.number(slug),)
        )
        return tuple(tag for tag in map(self.signature, dict.fromkeys(row[0] for row in rows)) if tag)

    def _tags(self, where: str, values: tuple[str, ...]) -> tuple[SignatureTag, ...]:
        return self.reader.run(lambda connection: stored_tags(connection, where, values))

    def neighbours(self, slug: str) -> tuple[str, ...]:
        """The other articles that share a signature tag with this one, by slug."""
        rows = self.reader.rows(
            "SELECT DISTINCT slug FROM signatures AS own JOIN signatures AS other USING (tag)"
            " JOIN articles ON articles.id = other.article"
            " WHERE own.article = ?1 AND other.article != ?1 ORDER BY slug",
            (self.number(slug),),
        )
        return tuple(row[0] for row in rows)

    def refs(self) -> tuple[str, ...]:
        """Every reference that an article names, sorted."""
        return tuple(row[0] for row in self.reader.rows("SELECT DISTINCT ref FROM refs ORDER BY ref"))

    def by_ref(self, ref: str) -> tuple[str, ...]:
        """The articles that stand on this reference, by slug."""
        rows = self.reader.rows(
            "SELECT slug FROM refs JOIN articles ON articles.id = article WHERE ref = ? ORDER BY slug", (ref,)
        )
        return tuple(row[0] for row in rows)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong in the content tree, in the order in which it was found."""
        rows = self.reader.rows("SELECT file, line, message, remedy, level FROM problems ORDER BY id")
        return tuple(Problem(*row) for row in rows)

    def unchanged(self) -> Mapping[tuple[str, str, str], Unchanged]:
        """(area, slug, digest of its files) -> each article, when the code that runs now made this index; else
        nothing."""
        if self.fingerprint != fingerprint():
            return {}
        return self.reader.run(stored_entries)
