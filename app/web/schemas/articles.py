"""Articles and signatures as JSON."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from app.articles.model import Article
from app.index.model import ArticleItem, SignatureTag
from app.web.causes import Cause
from app.web.schemas.common import RefOut, TellApartOut, WorkaroundOut


class ArticleItemOut(BaseModel):
    """An article in a list."""

    slug: str
    aliases: list[str]
    status: str
    heirs: list[str]
    title: str
    summary: str
    software: str
    kind: str
    families: list[str]
    languages: list[str]
    updated: str

    @classmethod
    def from_item(cls, item: ArticleItem, language: str) -> ArticleItemOut:
        """The item in one language."""
        return cls(**_item_fields(item, language))


class ArticlesOut(BaseModel):
    """One page of articles; `next` is the number of the next page, null on the last."""

    items: list[ArticleItemOut]
    total: int
    page: int
    size: int
    next: int | None


class SignatureSourceOut(BaseModel):
    """A signature as the article writes it."""

    error: str
    type: str | None
    also: list[str]
    where: list[str]
    frames: list[str]
    log_clues: list[str]


class AffectedOut(BaseModel):
    """The versions of one package that somebody confirmed."""

    first: str | None = Field(serialization_alias="from")
    last_good: str | None
    last_known: str | None
    fixed_in: str | None
    scheme: str


class HardwareOut(BaseModel):
    """What the article needs of a GPU."""

    vendor: str | None
    min_capability: str | None
    max_capability: str | None
    min_memory_gib: float | None


class VerifiedOut(BaseModel):
    """What was read to check the article, when, and how sure that makes it."""

    read: list[str]
    on: str
    confidence: str


class ArticleOut(ArticleItemOut):
    """One article, whole: the JSON twin of its page."""

    language: str
    body: str
    signatures: list[SignatureSourceOut]
    refs: list[RefOut]
    affected: dict[str, AffectedOut]
    hardware: HardwareOut | None
    workaround: WorkaroundOut | None
    related: list[str]
    verified: VerifiedOut | None
    tell_apart: list[TellApartOut]
    tags: list[str]

    @classmethod
    def from_article(cls, article: Article, item: ArticleItem, language: str) -> ArticleOut:
        """The article in one language (the source language where there is no translation)."""
        page = article.page(language)
        hardware, verified = article.hardware, article.verified
        return cls(
            **_item_fields(item, language),
            language=page.language,
            body=page.body,
            signatures=[
                SignatureSourceOut(
                    error=source.error,
                    type=source.type,
                    also=list(source.also),
                    where=list(source.where),
                    frames=list(source.frames),
                    log_clues=list(source.log_clues),
                )
                for source in article.signatures
            ],
            refs=[RefOut.from_ref(ref) for ref in article.refs],
            affected={
                known.package: AffectedOut(
                    first=known.first,
                    last_good=known.last_good,
                    last_known=known.last_known,
                    fixed_in=known.fixed_in,
                    scheme=known.scheme,
                )
                for known in article.affected
            },
            hardware=hardware
            and HardwareOut(
                vendor=hardware.vendor,
                min_capability=hardware.min_capability,
                max_capability=hardware.max_capability,
                min_memory_gib=hardware.min_memory_gib,
            ),
            workaround=WorkaroundOut.from_workaround(article.workaround, language),
            related=list(article.related),
            verified=verified
            and VerifiedOut(read=list(verified.read), on=verified.on, confidence=verified.confidence),
            tell_apart=[TellApartOut.from_tell_apart(other, language) for other in article.tell_apart],
            tags=list(article.tags),
        )


class SignatureOut(BaseModel):
    """One error text and the articles that are causes of it."""

    id: str
    template: str
    error: str
    type: str | None
    family: str | None
    articles: list[str]

    @classmethod
    def from_tag(cls, tag: SignatureTag) -> SignatureOut:
        """The tag as JSON."""
        return cls(
            id=tag.id,
            template=tag.template,
            error=tag.error,
            type=tag.type,
            family=tag.family,
            articles=list(tag.slugs),
        )


class CauseOut(BaseModel):
    """One cause of an error text."""

    slug: str
    title: str
    summary: str
    errors: list[str]
    where: list[str]
    apart: list[str]


class SignatureCausesOut(SignatureOut):
    """One error text and what decides between its causes."""

    causes: list[CauseOut]

    @classmethod
    def from_causes(cls, tag: SignatureTag, causes: tuple[Cause, ...]) -> SignatureCausesOut:
        """The tag with its causes as JSON."""
        told = [
            CauseOut(
                slug=cause.slug,
                title=cause.title,
                summary=cause.summary,
                errors=list(cause.errors),
                where=list(cause.where),
                apart=list(cause.apart),
            )
            for cause in causes
        ]
        return cls(**SignatureOut.from_tag(tag).model_dump(), causes=told)


class SignaturesOut(BaseModel):
    """Every error text."""

    items: list[SignatureOut]
    total: int


def _item_fields(item: ArticleItem, language: str) -> dict[str, Any]:
    return {
        "slug": item.slug,
        "aliases": list(item.aliases),
        "status": item.status,
        "heirs": list(item.heirs),
        "title": item.title(language),
        "summary": item.summary(language),
        "software": item.software,
        "kind": item.kind,
        "families": list(item.families),
        "languages": list(item.languages),
        "updated": item.updated,
    }
