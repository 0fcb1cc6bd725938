"""An article -> the words of its pages, column by column, for full text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.articles.model import Article, Page
from app.index.reading import literal
from app.index.wording import roots
from app.text.tokens import index_form, names, words

_HEADING = re.compile(r"<h[34][^>]*>([^<]{1,200})")


@dataclass(frozen=True, slots=True)
class Documents:
    """What full text keeps of one article."""

    columns: tuple[tuple[str, ...], ...]
    """For each page, by language: title, error, identifiers, headings, summary, tags, body."""
    prose: frozenset[str]
    """The telling words of the article's own text in all its languages."""


@dataclass(frozen=True, slots=True)
class _Common:
    """What every page of an article says alike: its signatures, examples and tags."""

    errors: str
    names: str
    tags: str
    examples: str


def documents(article: Article) -> Documents:
    """The words of `article`; each text is cut once."""
    common = _common(article)
    columns: list[tuple[str, ...]] = []
    prose: set[str] = set()
    for language in sorted(article.pages):
        page = article.pages[language]
        title, summary = words(page.title), words(page.summary)
        sections = [(section.key, words(section.text)) for section in page.sections]
        body = [word for _, found in sections for word in found]
        text = "\n".join((page.title, page.summary, *(section.text for section in page.sections)))
        whole, parts = names(text)
        prose.update(title, summary, body, whole, parts)
        error = (word for key, found in sections if key == "error" for word in found)
        columns.append(
            (
                " ".join(title),
                _joined(common.errors, error),
                _joined(common.names, whole, parts),
                index_form("\n".join(_headings(page))),
                " ".join(summary),
                common.tags,
                _joined(common.examples, body),
            )
        )
    return Documents(tuple(columns), frozenset(roots(prose)))


def _common(article: Article) -> _Common:
    errors = "\n".join(literal(source.error) for source in article.signatures)
    examples = "\n".join(example.text for example in article.examples)
    said = f"{errors}\n{examples}\n{article.slug}"
    tags = (*article.tags, article.software, article.area, article.kind, article.slug, *article.aliases)
    return _Common(
        errors=index_form(errors),
        names=" ".join(name for found in names(said) for name in found),
        tags=index_form(" ".join(tags)),
        examples=index_form(examples),
    )


def _joined(first: str, *rest: Iterable[str]) -> str:
    return " ".join((first, *(word for words in rest for word in words)))


def _headings(page: Page) -> Iterator[str]:
    for section in page.sections:
        yield section.title
        yield from _HEADING.findall(section.html)
