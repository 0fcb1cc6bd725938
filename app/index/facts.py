"""The few facts about every article by which lists and searches are narrowed, held in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.index.model import ArticleFilter, Facet
from app.index.reader import Reader

DIMENSIONS = ("software", "kind", "family", "language", "fix")
"""What a search can be narrowed by, in the order in which it is shown."""

Fixes = Mapping[str, str]
"""Slug -> state of its fix. The index does not know it: who asks passes it in."""
NO_FIXES: Fixes = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """One article."""

    number: int
    slug: str
    software: str
    kind: str
    updated: str
    families: tuple[str, ...]
    languages: tuple[str, ...]
    told: int = 0
    """Distinct words of its known reports."""
    written: int = 0
    """Distinct words of its own text."""

    def values(self, dimension: str, fixes: Fixes) -> tuple[str, ...]:
        """What the article is under one of `DIMENSIONS`."""
        if dimension == "fix":
            return (fixes[self.slug],) if self.slug in fixes else ()
        if dimension == "family":
            return self.families
        if dimension == "language":
            return self.languages
        return (self.software if dimension == "software" else self.kind,)


@dataclass(frozen=True, slots=True)
class Facts:
    """All articles."""

    articles: Mapping[int, Fact]
    """Row id -> article."""
    pages: Mapping[int, tuple[int, str]]
    """Row id of a page -> row id of its article, language."""


def load_facts(reader: Reader) -> Facts:
    """Reads them. Raises IndexDamaged."""
    pages: dict[int, tuple[int, str]] = {}
    languages: dict[int, list[str]] = {}
    for page, article, language in reader.rows("SELECT id, article, language FROM pages ORDER BY language"):
        pages[page] = (article, language)
        languages.setdefault(article, []).append(language)
    families: dict[int, list[str]] = {}
    for family, article in reader.rows("SELECT family, article FROM families ORDER BY family"):
        families.setdefault(article, []).append(family)
    articles = {
        number: Fact(
            number,
            slug,
            software,
            kind,
            updated,
            tuple(families.get(number, ())),
            tuple(languages.get(number, ())),
            told,
            written,
        )
        for number, slug, software, kind, updated, told, written in reader.rows(
            "SELECT id, slug, software, kind, updated, told, written FROM articles ORDER BY id"
        )
    }
    return Facts(articles, pages)


def wanted(filters: ArticleFilter) -> dict[str, str]:
    """The dimensions that `filters` narrows, each with the value it wants."""
    chosen = {dimension: getattr(filters, dimension) for dimension in DIMENSIONS}
    return {dimension: value for dimension, value in chosen.items() if value}


def narrowed(facts: Iterable[Fact], wants: Mapping[str, str], fixes: Fixes = NO_FIXES) -> list[Fact]:
    """Those of `facts` that are what `wants` says."""
    return [fact for fact in facts if all(value in fact.values(name, fixes) for name, value in wants.items())]


def facets(
    facts: Iterable[Fact], wants: Mapping[str, str], fixes: Fixes = NO_FIXES
) -> dict[str, tuple[Facet, ...]]:
    """For each dimension its values with the number of articles that choosing it instead would give."""
    found: dict[str, dict[str, int]] = {dimension: {} for dimension in DIMENSIONS}
    for fact in facts:
        unmet = [name for name, value in wants.items() if value not in fact.values(name, fixes)]
        if len(unmet) > 1:
            continue
        for dimension in unmet or DIMENSIONS:
            counts = found[dimension]
            for value in fact.values(dimension, fixes):
                counts[value] = counts.get(value, 0) + 1
    return {
        dimension: tuple(
            Facet(value, count)
            for value, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        )
        for dimension, counts in found.items()
    }
