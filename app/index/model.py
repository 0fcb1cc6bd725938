"""What the index answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.articles.model import Affected, Hardware, Ref, TellApart, Workaround
from app.reports.model import ErrorEvent
from app.shapes.model import SignatureSource


@dataclass(frozen=True, slots=True)
class ArticleItem:
    """An article as lists show it."""

    slug: str
    aliases: tuple[str, ...]
    status: str
    heirs: tuple[str, ...]
    titles: Mapping[str, str]
    """Language -> title."""
    summaries: Mapping[str, str]
    """Language -> summary."""
    source: str
    software: str
    kind: str
    families: tuple[str, ...]
    languages: tuple[str, ...]
    updated: str
    tags: tuple[str, ...]

    def title(self, language: str) -> str:
        """The title in `language`, else in the source language."""
        return self.titles.get(language) or self.titles[self.source]

    def summary(self, language: str) -> str:
        """The summary in `language`, else in the source language."""
        return self.summaries.get(language) or self.summaries[self.source]


@dataclass(frozen=True, slots=True)
class SignatureTag:
    """One error text and the articles that are causes of it."""

    id: str
    """12 hex digits: `template_id` of the template."""
    template: str
    error: str
    """The first signature with this template, as its article writes it."""
    type: str | None
    family: str | None
    slugs: tuple[str, ...]
    """Articles with a signature of this template, by slug."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """What matching needs of an article, without its pages."""

    slug: str
    software: str
    kind: str
    status: str
    source: str
    titles: Mapping[str, str]
    summaries: Mapping[str, str]
    signatures: tuple[SignatureSource, ...]
    families: tuple[str, ...]
    affected: tuple[Affected, ...]
    hardware: Hardware | None
    workaround: Workaround | None
    refs: tuple[Ref, ...]
    tell_apart: tuple[TellApart, ...]
    reports: tuple[tuple[ErrorEvent, ...], ...]
    """The errors read from each example, in the order of the examples."""


@dataclass(frozen=True, slots=True)
class SectionText:
    """One section as search reads it."""

    key: str
    title: str
    text: str
    folded: str
    """`fold(title + text)`: where terms are looked for."""


@dataclass(frozen=True, slots=True)
class PageText:
    """One language of an article as search reads it."""

    head: str
    """Title and summary, folded."""
    summary: str
    sections: tuple[SectionText, ...]


@dataclass(frozen=True, slots=True)
class ArticleFilter:
    """Which articles a list or a search wants; None is any."""

    software: str | None = None
    kind: str | None = None
    family: str | None = None
    language: str | None = None
    """Only articles that have a page in this language."""
    signature: str | None = None
    """Id of a signature tag."""
    fix: str | None = None
    """State of the fix, among those that are passed in with the question."""


@dataclass(frozen=True, slots=True)
class ArticlePage:
    """One page of a list, with the counts behind it."""

    items: tuple[ArticleItem, ...]
    total: int
    page: int
    size: int

    @property
    def next(self) -> int | None:
        """Number of the next page, None on the last."""
        return self.page + 1 if self.page * self.size < self.total else None


@dataclass(frozen=True, slots=True)
class Facet:
    """One value to narrow a search by, and how many hits it leaves."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of original text."""

    text: str
    marks: tuple[tuple[int, int], ...]
    """Start and end offsets in `text` of what the query asked for; ascending, disjoint."""
    cut_before: bool = False
    cut_after: bool = False


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What a visitor searches."""

    text: str
    software: str | None = None
    kind: str | None = None
    family: str | None = None
    language: str | None = None
    """Only articles with a page in this language."""
    signature: str | None = None
    prefer: str = "en"
    """Language of the visitor: its pages come first."""
    page: int = 1
    size: int = 20
    fix: str | None = None
    """State of the fix, among those that are passed in with the question."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One article found."""

    slug: str
    language: str
    """Language of the page that was hit."""
    title: Snippet
    section: str | None
    """Key of the section that says most of it, the `#fragment` to land on; None is the top of the page."""
    heading: str | None
    snippets: tuple[Snippet, ...]
    score: float
    """Higher is better; comparable within one result only."""
    item: ArticleItem


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page of hits and what could narrow or widen them."""

    items: tuple[SearchHit, ...]
    total: int
    page: int
    size: int
    facets: Mapping[str, tuple[Facet, ...]] = field(default_factory=dict)
    """software | kind | family | language | fix -> values, most hits first."""
    did_you_mean: str | None = None
    relaxed: bool = False
    """Nothing holds every word: these hits hold some of them."""
    understood: SearchQuery | None = None
    """The query after `software:vllm` and the like were read from its text."""

    @property
    def next(self) -> int | None:
        """Number of the next page, None on the last."""
        return self.page + 1 if self.page * self.size < self.total else None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line under the search box."""

    slug: str
    title: str
    language: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An article that may be the cause of one error of a report."""

    slug: str
    error: int
    """Index into `Report.errors`."""
    routes: tuple[str, ...]
    """How it was found: template | anchor | frames | reports | prose | family."""
    reports_score: float = 0.0
    """What it shares with its known reports: squared rarities of words by the root of their number."""
    prose_score: float = 0.0
    """What it shares with its own text, likewise."""
