"""What a list of articles is narrowed by, and the list as JSON: shared by the API and the pages."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import Depends, Query

from app.index.browse import list_articles
from app.index.model import ArticleFilter, SearchQuery
from app.index.open import Index
from app.index.search import search
from app.web.fixes import FixStates
from app.web.schemas.articles import ArticleItemOut, ArticlesOut

LONGEST_QUERY = 300

Filter = Annotated[str | None, Query(max_length=100)]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a list is narrowed by in the query string of a page."""

    software: Filter = None
    kind: Filter = None
    family: Filter = None
    language: Filter = None
    """Only articles written in it."""
    fix: Filter = None
    signature: Filter = None

    @property
    def any(self) -> bool:
        """Something is narrowed."""
        return any(asdict(self).values())


Narrow = Annotated[Narrowing, Depends()]


def as_query(text: str) -> str:
    """What was typed as it is searched: in one line, cut where it is too long."""
    return " ".join(text.split())[:LONGEST_QUERY]


def listed(
    index: Index, fixes: FixStates, text: str, narrow: Narrowing, language: str, page: int, size: int
) -> ArticlesOut:
    """The hits of `text`, best first; without text every article, newest first."""
    words, states = as_query(text), fixes.of(index)
    if words:
        asked = SearchQuery(words, prefer=language, page=page, size=size, **asdict(narrow))
        hits = search(index, asked, states)
        items, total, following = [hit.item for hit in hits.items], hits.total, hits.next
    else:
        every = list_articles(index, ArticleFilter(**asdict(narrow)), page, size, fixes=states)
        items, total, following = list(every.items), every.total, every.next
    return ArticlesOut(
        items=[ArticleItemOut.from_item(item, language) for item in items],
        total=total,
        page=page,
        size=size,
        next=following,
    )
