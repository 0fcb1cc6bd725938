"""Error texts: all of them, and one with its causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from app.articles.model import Article
from app.index.model import (
    SignatureTag,
)
from app.shapes.patterns import compile_signature
from app.text.template import template_id
from app.web.views.shell import Shell, SitePage, pick
from app.web.views.text import Part, holes


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
