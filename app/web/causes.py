"""One error text and its causes: what the signature of each demands, and what tells them apart."""

from __future__ import annotations

from dataclasses import dataclass

from app.articles.model import Article
from app.index.model import SignatureTag
from app.index.open import Index
from app.shapes.model import SignatureSource
from app.shapes.patterns import compile_signature
from app.text.template import template_id
from app.web.views.shell import pick


@dataclass(frozen=True, slots=True)
class Cause:
    """One article behind an error text: its own wordings, the relations they demand, what tells it apart."""

    slug: str
    title: str
    summary: str
    errors: tuple[str, ...]
    where: tuple[str, ...]
    apart: tuple[str, ...]


def causes_of(index: Index, tag: SignatureTag, language: str) -> tuple[Cause, ...]:
    """The articles of `tag` in one language, by slug. Raises IndexDamaged."""
    articles = (index.article(slug) for slug in tag.slugs)
    return tuple(_cause(article, tag, language) for article in articles if article)


def own_signatures(article: Article, tag: SignatureTag) -> tuple[SignatureSource, ...]:
    """The signatures of `article` that the tag stands for, as the article writes them."""
    return tuple(
        signature
        for signature in article.signatures
        if template_id(compile_signature(signature).template) == tag.id
    )


def _cause(article: Article, tag: SignatureTag, language: str) -> Cause:
    page, mine = article.page(language), own_signatures(article, tag)
    return Cause(
        article.slug,
        page.title,
        page.summary,
        tuple(signature.error for signature in mine),
        tuple(dict.fromkeys(rule for signature in mine for rule in signature.where)),
        tuple(pick(row.by, language) for row in article.tell_apart if row.slug in tag.slugs),
    )
