"""What the home page puts before a visitor beside the paste box."""

from __future__ import annotations

from dataclasses import dataclass

from app.index.browse import list_articles
from app.index.model import ArticleFilter, ArticleItem
from app.state.errors import StateDownError
from app.web.html.site import Site

RECENT = 5
MOST_MET = 5
FEWEST_MET = 3
"""With fewer articles met here, what was reported upstream says more."""
ASKED = 20
"""Counts read: some may be of articles that left the index."""


@dataclass(frozen=True, slots=True)
class Met:
    """An article that was the answer here, and how often."""

    item: ArticleItem
    times: int


@dataclass(frozen=True, slots=True)
class Front:
    """Where to begin without a paste."""

    recent: tuple[ArticleItem, ...]
    met: tuple[Met, ...]
    """What pastes here were about, most often first; empty while too few were counted."""
    reported: tuple[ArticleItem, ...]
    """What most public reports are about."""
    count: int
    """Articles in the index."""


def front(site: Site) -> Front:
    """From the index and from what was counted here. Raises IndexUnusableError."""
    index = site.index
    reported = (index.item(slug) for slug in site.shelf.of(index).reported)
    return Front(
        list_articles(index, ArticleFilter(), 1, RECENT).items,
        _met(site),
        tuple(item for item in reported if item),
        index.count,
    )


def _met(site: Site) -> tuple[Met, ...]:
    """Empty where the counts cannot be read: home does without."""
    try:
        counted = site.services.store.gaps.top("met", ASKED)
    except StateDownError:
        return ()
    index = site.index
    items = ((index.item(index.resolve(row.id) or row.id), row.count) for row in counted)
    met = tuple(Met(item, times) for item, times in items if item)[:MOST_MET]
    return met if len(met) >= FEWEST_MET else ()
