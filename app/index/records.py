"""One article -> its rows. Pure: the same article gives the same rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from app.articles.model import Article, Unchanged
from app.index import schema
from app.index.anchors import gram
from app.index.documents import documents
from app.index.reading import Events, Reading, literal, read
from app.index.wording import event_words, raw, roots
from app.text.template import template, template_id

Values = tuple[str | int | bool | None, ...]

ARTICLES: TypeAdapter[Article] = TypeAdapter(Article)
EVENTS: TypeAdapter[Events] = TypeAdapter(Events)

PAGES_EACH = 8
"""The row ids of the pages of article n start at 8n."""
ROWS_EACH = 64
"""The row ids of the sections of page n, and of the signatures of article n, start at 64n."""


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of one article."""

    tables: dict[type[schema.Row], list[Values]]
    documents: list[Values]
    """Row id and the columns of `documents`, for each page."""
    reports: frozenset[str]
    """Words of its known reports and signatures."""
    prose: frozenset[str]
    """Words of its own text."""


def records(article: Article, number: int) -> Records:
    """The rows of `article` under the row id `number`."""
    article = bounded(article)
    reading = read(article)
    told, written = _told(article, reading), documents(article)
    tables: dict[type[schema.Row], list[Values]] = {
        schema.ArticleRow: [(*_article_row(article, number, reading), len(told), len(written.prose))],
        schema.PageRow: [],
        schema.SectionRow: [],
        schema.AliasRow: [(alias, number) for alias in dict.fromkeys(article.aliases)],
        schema.LabelRow: [(label, number) for label in dict.fromkeys(article.tags)],
        schema.FamilyRow: [(family, number) for family in reading.families],
        schema.SignatureRow: list(_signatures(article, number, reading)),
        schema.TemplateRow: [(text, number) for text in _templates(reading)],
        schema.AnchorRow: [(key, anchor, number) for key, anchor in _anchors(reading)],
        schema.FrameRow: [(function, number) for function in _functions(article, reading)],
        schema.RefRow: [(ref, number, role) for ref, role in _refs(article).items()],
    }
    for place, language in enumerate(sorted(article.pages)):
        page = article.pages[language]
        row = number * PAGES_EACH + place
        tables[schema.PageRow].append(
            (row, number, language, page.title, page.summary, page.stale, page.body)
        )
        tables[schema.SectionRow].extend(
            (row * ROWS_EACH + at, row, section.key, section.title, section.html, section.text)
            for at, section in enumerate(page.sections)
        )
    first = number * PAGES_EACH
    return Records(
        tables, [(first + at, *row) for at, row in enumerate(written.columns)], told, written.prose
    )


def bounded(article: Article) -> Article:
    """The article with no more pages and sections than have row ids, so that what is stored is what was
    indexed."""
    languages = sorted(article.pages, key=lambda language: (language != article.source, language))[
        :PAGES_EACH
    ]
    pages = {
        language: replace(page, sections=page.sections[:ROWS_EACH])
        for language, page in article.pages.items()
        if language in languages
    }
    return replace(article, pages=pages)


def _article_row(article: Article, number: int, reading: Reading) -> Values:
    pages = {
        language: replace(page, title="", summary="", body="", sections=())
        for language, page in article.pages.items()
    }
    head = ARTICLES.dump_json(replace(article, pages=pages)).decode()
    events = EVENTS.dump_json(reading.events).decode()
    return (
        number, article.slug, article.digest, stamp(article), article.status, article.software, article.kind,
        article.source, article.updated, head, events,
    )  # fmt: skip


def _told(article: Article, reading: Reading) -> frozenset[str]:
    found = {word for events in reading.events for event in events for word in event_words(event)}
    texts = [
        text
        for source in article.signatures
        for text in (source.error, *source.also, *source.log_clues, *source.frames, source.type or "")
    ]
    return frozenset(found | roots(raw(literal("\n".join(texts)))))


def _signatures(article: Article, number: int, reading: Reading) -> Iterator[Values]:
    for at, (source, read_as) in enumerate(zip(article.signatures, reading.signatures, strict=True)):
        if at < ROWS_EACH:
            yield (
                number * ROWS_EACH + at, number, at, template_id(read_as.template), read_as.template,
                source.error, source.type, read_as.family,
            )  # fmt: skip


def _templates(reading: Reading) -> list[str]:
    found = [signature.template for signature in reading.signatures]
    messages = dict.fromkeys(event.message for events in reading.events for event in events)
    lines = dict.fromkeys(message.split("\n", 1)[0] for message in messages)
    found.extend(template(text) for text in {**messages, **lines})
    return list(dict.fromkeys(text for text in found if text))


def _anchors(reading: Reading) -> list[tuple[str, str]]:
    anchors = dict.fromkeys(signature.anchor for signature in reading.signatures if signature.anchor)
    return [(gram(anchor), anchor) for anchor in anchors]


def _functions(article: Article, reading: Reading) -> list[str]:
    named = [function for source in article.signatures for function in source.frames]
    met = [frame.function for events in reading.events for event in events for frame in event.frames]
    return list(dict.fromkeys(function for function in (*named, *met) if function))


def _refs(article: Article) -> dict[str, str]:
    roles: dict[str, str] = {}
    for ref in article.refs:
        roles.setdefault(ref.id, ref.role)
    return roles


def stamp(article: Article | Unchanged) -> str:
    """What must be equal for the stored rows of an article to be kept: its files, place and granted
    aliases."""
    parts = (article.digest, article.name, str(article.path), *article.aliases)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
