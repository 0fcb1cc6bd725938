"""Lists of articles: by filter, by what is typed so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.index.facts import NO_FIXES, Fact, Fixes, facets, narrowed, wanted
from app.index.model import ArticleFilter, ArticlePage, Facet, Suggestion
from app.index.open import Index
from app.text.tokens import fold, match_expression, terms

MAX_SIZE = 100
"""Articles on one page at most."""
ORDERS = ("updated", "slug")
_SCANNED = 200
"""Pages looked at for one suggestion list: a single letter begins the words of thousands."""


def selected(index: Index, filters: ArticleFilter) -> Iterable[Fact]:
    """The articles under the signature tag of `filters`, all without one; other filters are not applied."""
    facts = index.facts.articles
    if filters.signature is None:
        return facts.values()
    rows = index.reader.rows("SELECT DISTINCT article FROM signatures WHERE tag = ?", (filters.signature,))
    return [facts[row[0]] for row in rows]


def ordered(facts: Iterable[Fact], order: str = "updated") -> list[Fact]:
    """Newest first, then by slug; or by slug alone."""
    by_slug = sorted(facts, key=lambda fact: fact.slug)
    return by_slug if order == "slug" else sorted(by_slug, key=lambda fact: fact.updated, reverse=True)


def list_articles(
    index: Index,
    filters: ArticleFilter,
    page: int = 1,
    size: int = 20,
    order: str = "updated",
    fixes: Fixes = NO_FIXES,
) -> ArticlePage:
    """One page (from 1) of the articles that `filters` leaves, `updated` first or by `slug`. `fixes` is needed
    for a filter by the state of the fix."""
    size = min(max(size, 1), MAX_SIZE)
    page = max(page, 1)
    found = ordered(narrowed(selected(index, filters), wanted(filters), fixes), order)
    shown = found[(page - 1) * size : page * size]
    return ArticlePage(tuple(index.item_by_number(fact.number) for fact in shown), len(found), page, size)


def list_facets(
    index: Index, filters: ArticleFilter, fixes: Fixes = NO_FIXES
) -> dict[str, tuple[Facet, ...]]:
    """software | kind | family | language | fix -> values with the number of articles choosing each would give."""
    return facets(selected(index, filters), wanted(filters), fixes)


def suggest(index: Index, prefix: str, language: str, limit: int = 8) -> tuple[Suggestion, ...]:
    """Articles whose title holds what is typed so far, its last word perhaps unfinished; those in `language`
    first, then those that begin with it. Empty when nothing does."""
    typed = [term for term in terms(prefix) if not term.excluded]
    if not typed:
        return ()
    if not typed[-1].han:
        typed[-1] = replace(typed[-1], prefix=True, whole=None)
    rows = index.reader.rows(
        "SELECT rowid FROM documents WHERE documents MATCH ? LIMIT ?",
        (f"title : ({match_expression(tuple(typed))})", _SCANNED),
    )
    best: dict[int, tuple[tuple[bool, bool, str], Suggestion]] = {}
    for (page,) in rows:
        number, spoken = index.facts.pages[page]
        item = index.item_by_number(number)
        title = item.titles[spoken]
        rank = (spoken != language, not fold(title).startswith(fold(prefix.strip())), item.slug)
        if number not in best or rank < best[number][0]:
            best[number] = (rank, Suggestion(item.slug, title, spoken))
    return tuple(line for _, line in sorted(best.values(), key=lambda each: each[0])[:limit])
