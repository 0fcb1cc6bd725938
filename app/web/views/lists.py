"""Pages that list: home, search, articles, signatures, one signature, gaps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar
from urllib.parse import urlencode

from app.articles.model import Article
from app.articles.vocabulary import software
from app.index.model import (
    ArticleFilter,
    ArticleItem,
    ArticlePage,
    Facet,
    SearchResult,
    SignatureTag,
    Snippet,
)
from app.phrase import Phrase
from app.shapes.patterns import compile_signature
from app.state.model import Gap
from app.text.template import template_id
from app.web.views.shell import Shell, SitePage, pick

FACETS = ("software", "kind", "family", "language")
SHOWN_FACETS = 12

_HOLE = re.compile(r"(?<!\{)(\{[^{}]{1,200}\})(?!\})")


def software_label(software_id: str) -> str:
    """The name people write; the id where the vocabulary has none."""
    row = software(software_id)
    return row.label if row else software_id


@dataclass(frozen=True, slots=True)
class Line:
    """An article in a list."""

    slug: str
    title: str
    summary: str
    software: str
    kind: str
    updated: str
    status: str

    @classmethod
    def from_item(cls, item: ArticleItem, language: str) -> Line:
        """In the language of the page where there is a translation."""
        return cls(
            item.slug,
            item.title(language),
            item.summary(language),
            software_label(item.software),
            item.kind,
            item.updated,
            item.status,
        )


@dataclass(frozen=True, slots=True)
class Sample:
    """A real paste to try."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HomePage(SitePage):
    """The paste box, search, and where to begin without either."""

    template: ClassVar[str] = "home.html"

    recent: tuple[Line, ...]
    most_met: tuple[Line, ...]
    samples: tuple[Sample, ...]
    count: int
    """Articles in the index."""
    max_paste: int
    """Bytes."""
    hint: Phrase | None = None
    """Said above the box when what was sent held nothing."""

    @classmethod
    def from_items(
        cls,
        shell: Shell,
        recent: Iterable[ArticleItem],
        most_met: Iterable[ArticleItem],
        samples: tuple[Sample, ...],
        count: int,
        max_paste: int,
    ) -> HomePage:
        """The lists as lines."""
        return cls(
            shell,
            tuple(Line.from_item(item, shell.language) for item in recent),
            tuple(Line.from_item(item, shell.language) for item in most_met),
            samples,
            count,
            max_paste,
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a snippet, marked where the query was found."""

    text: str
    marked: bool


def parts(snippet: Snippet) -> tuple[Part, ...]:
    """The snippet cut at its marks, with an ellipsis where it was cut from the text."""
    return tuple(_parts(snippet))


def _parts(snippet: Snippet) -> Iterator[Part]:
    position = 0
    if snippet.cut_before:
        yield Part("… ", False)
    for start, end in snippet.marks:
        if start > position:
            yield Part(snippet.text[position:start], False)
        yield Part(snippet.text[start:end], True)
        position = end
    if position < len(snippet.text):
        yield Part(snippet.text[position:], False)
    if snippet.cut_after:
        yield Part(" …", False)


@dataclass(frozen=True, slots=True)
class Hit:
    """One article found, and the section to land on."""

    slug: str
    fragment: str
    title: tuple[Part, ...]
    heading: str | None
    snippets: tuple[tuple[Part, ...], ...]
    software: str
    kind: str
    updated: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a facet: `query` is the query string that turns it on or off."""

    label: str
    value: str
    count: int
    on: bool
    query: str


@dataclass(frozen=True, slots=True)
class Choices:
    """One facet."""

    name: str
    values: tuple[Choice, ...]


def choices(wanted: Mapping[str, str | None], facets: Mapping[str, tuple[Facet, ...]]) -> tuple[Choices, ...]:
    """Every facet that still narrows something; `wanted` is the state of the page's query string."""
    return tuple(
        Choices(name, tuple(_choice(name, facet, wanted) for facet in facets[name][:SHOWN_FACETS]))
        for name in FACETS
        if len(facets.get(name, ())) > 1 or (facets.get(name) and wanted.get(name))
    )


def _choice(name: str, facet: Facet, wanted: Mapping[str, str | None]) -> Choice:
    on = wanted.get(name) == facet.value
    query = query_string({**wanted, name: None if on else facet.value})
    label = software_label(facet.value) if name == "software" else facet.value
    return Choice(label, facet.value, facet.count, on, query)


def query_string(values: Mapping[str, str | int | None]) -> str:
    """`?a=b` of the values that are set; empty when none is."""
    kept = {name: value for name, value in values.items() if value not in (None, "")}
    return f"?{urlencode(kept)}" if kept else ""


@dataclass(frozen=True, slots=True)
class Pager:
    """Query strings of the neighbouring pages of a list."""

    total: int
    page: int
    previous: str | None
    following: str | None

    @classmethod
    def of(cls, total: int, page: int, following: int | None, wanted: Mapping[str, str | None]) -> Pager:
        """From the numbers of a list and the state of the query string."""
        return cls(
            total,
            page,
            query_string({**wanted, "page": page - 1 if page > 2 else None}) or "?" if page > 1 else None,
            query_string({**wanted, "page": following}) if following else None,
        )


@dataclass(frozen=True, slots=True)
class SearchPage(SitePage):
    """What a search found, or an empty form with the syntax."""

    template: ClassVar[str] = "search.html"

    text: str
    hits: tuple[Hit, ...]
    facets: tuple[Choices, ...]
    pager: Pager
    did_you_mean: str | None
    relaxed: bool

    @classmethod
    def from_result(
        cls, shell: Shell, text: str, wanted: Mapping[str, str | None], result: SearchResult
    ) -> SearchPage:
        """`wanted` is the query string: q and the facets chosen."""
        hits = tuple(
            Hit(
                hit.slug,
                f"#{hit.section}" if hit.section else "",
                parts(hit.title),
                hit.heading,
                tuple(parts(snippet) for snippet in hit.snippets),
                software_label(hit.item.software),
                hit.item.kind,
                hit.item.updated,
            )
            for hit in result.items
        )
        return cls(
            shell,
            text,
            hits,
            choices(wanted, result.facets),
            Pager.of(result.total, result.page, result.next, wanted),
            result.did_you_mean,
            result.relaxed,
        )


@dataclass(frozen=True, slots=True)
class ArticlesPage(SitePage):
    """Every article, narrowed by what the query string asks for."""

    template: ClassVar[str] = "articles.html"

    lines: tuple[Line, ...]
    facets: tuple[Choices, ...]
    pager: Pager
    signature: SignatureTag | None

    @classmethod
    def from_list(
        cls,
        shell: Shell,
        listed: ArticlePage,
        wanted: ArticleFilter,
        facets: Mapping[str, tuple[Facet, ...]],
        signature: SignatureTag | None,
    ) -> ArticlesPage:
        """`signature` is the tag that `wanted` names, where it exists."""
        state = {
            "software": wanted.software,
            "kind": wanted.kind,
            "family": wanted.family,
            "signature": wanted.signature,
        }
        return cls(
            shell,
            tuple(Line.from_item(item, shell.language) for item in listed.items),
            choices(state, facets),
            Pager.of(listed.total, listed.page, listed.next, state),
            signature,
        )


def holes(error: str) -> tuple[Part, ...]:
    """A signature cut into literal text and its holes, which are marked."""
    return tuple(Part(piece, index % 2 == 1) for index, piece in enumerate(_HOLE.split(error)) if piece)


@dataclass(frozen=True, slots=True)
class SignatureLine:
    """One error text and how many causes it has."""

    id: str
    error: tuple[Part, ...]
    type: str | None
    causes: int

    @classmethod
    def from_tag(cls, tag: SignatureTag) -> SignatureLine:
        """The first line of its text."""
        return cls(tag.id, holes(tag.error.split("\n")[0]), tag.type, len(tag.slugs))


@dataclass(frozen=True, slots=True)
class SignaturesPage(SitePage):
    """Every error text the articles know, by family."""

    template: ClassVar[str] = "signatures.html"

    groups: tuple[tuple[str, tuple[SignatureLine, ...]], ...]
    """Family (empty: none) and its texts."""
    count: int

    @classmethod
    def from_tags(cls, shell: Shell, tags: Iterable[SignatureTag]) -> SignaturesPage:
        """Grouped by family, those without one last; texts with more causes first."""
        ordered = sorted(
            tags, key=lambda tag: (tag.family is None, tag.family or "", -len(tag.slugs), tag.error.lower())
        )
        groups = tuple(
            (family or "", tuple(SignatureLine.from_tag(tag) for tag in group))
            for family, group in groupby(ordered, key=lambda tag: tag.family)
        )
        return cls(shell, groups, len(ordered))


@dataclass(frozen=True, slots=True)
class Cause:
    """One article behind an error text: the relations its signature demands, and what tells it apart."""

    slug: str
    title: str
    summary: str
    errors: tuple[tuple[Part, ...], ...]
    where: tuple[str, ...]
    apart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignaturePage(SitePage):
    """One error text, all its causes and what decides between them."""

    template: ClassVar[str] = "signature.html"

    tag: SignatureTag
    error: tuple[Part, ...]
    causes: tuple[Cause, ...]

    @classmethod
    def from_tag(cls, shell: Shell, tag: SignatureTag, articles: Iterable[Article]) -> SignaturePage:
        """`articles` are the causes."""
        causes = tuple(_cause(article, tag, shell.language) for article in articles)
        return cls(shell, tag, holes(tag.error), causes)


def _cause(article: Article, tag: SignatureTag, language: str) -> Cause:
    page = article.page(language)
    mine = [
        signature
        for signature in article.signatures
        if template_id(compile_signature(signature).template) == tag.id
    ]
    return Cause(
        article.slug,
        page.title,
        page.summary,
        tuple(holes(signature.error) for signature in mine),
        tuple(dict.fromkeys(rule for signature in mine for rule in signature.where)),
        tuple(pick(row.by, language) for row in article.tell_apart if row.slug in tag.slugs),
    )


@dataclass(frozen=True, slots=True)
class GapsPage(SitePage):
    """What people met and no article covers."""

    template: ClassVar[str] = "gaps.html"

    errors: tuple[Gap, ...]
    searches: tuple[Gap, ...]
    available: bool
    """False: the state store does not answer."""

    @classmethod
    def from_gaps(cls, shell: Shell, gaps: Iterable[Gap] | None) -> GapsPage:
        """None where they cannot be read now."""
        rows = tuple(gaps or ())
        return cls(
            shell,
            tuple(gap for gap in rows if gap.kind == "error"),
            tuple(gap for gap in rows if gap.kind == "search"),
            gaps is not None,
        )
