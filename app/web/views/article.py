"""The page of an article."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from app.articles.model import Article, Hardware, Section, Verified
from app.articles.vocabulary import software
from app.live.model import Change, GpuFit
from app.state.votes import KEEP_TEXT, LONGEST_TEXT
from app.web.views.refs import Install, RefView, ref_views
from app.web.views.result import RulesOut
from app.web.views.shell import Shell, SitePage, pick

QUICK = "quick-answer"


@dataclass(frozen=True, slots=True)
class Thanks:
    """What this visitor has just answered."""

    helped: bool
    told: bool
    """With words."""
    longest: ClassVar[int] = LONGEST_TEXT
    """Characters that the words may have."""
    days: ClassVar[int] = KEEP_TEXT.days
    """How long the words are kept."""


THANKS = {
    "?helped=yes": Thanks(True, False),
    "?helped=no": Thanks(False, False),
    "?helped=yes&told=yes": Thanks(True, True),
    "?helped=no&told=yes": Thanks(False, True),
}
"""Query string of the page that answers a vote -> the vote."""


@dataclass(frozen=True, slots=True)
class SignatureChip:
    """One error text of an article and the page of all its causes."""

    id: str
    error: str
    type: str | None
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another article."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class LivePart:
    """What changes outside: drawn in the page, and alone when a script asks for news."""

    slug: str
    refs: tuple[RefView, ...]
    installs: tuple[Install, ...]
    hardware: Hardware | None
    fits: tuple[GpuFit, ...]
    gpus_visible: bool

    @classmethod
    def from_article(
        cls, article: Article, changes: Mapping[str, Change], fits: tuple[GpuFit, ...] | None
    ) -> LivePart:
        """`fits` is None where the visitor may not see this machine's GPUs."""
        refs = ref_views(article.refs, changes)
        return cls(
            article.slug,
            refs,
            tuple(Install.from_affected(affected, refs) for affected in article.affected),
            article.hardware,
            fits or (),
            fits is not None,
        )


@dataclass(frozen=True, slots=True)
class LiveFragment(SitePage):
    """The live part alone."""

    template: ClassVar[str] = "live.html"

    live: LivePart


@dataclass(frozen=True, slots=True)
class ArticlePage(SitePage):
    """One root cause."""

    template: ClassVar[str] = "article.html"
    twinned: ClassVar[bool] = True

    slug: str
    title: str
    summary: str
    page_language: str
    """The language of the text, which differs from the page's where no translation exists."""
    missing: bool
    stale: bool
    software_id: str
    software: str
    kind: str
    status: str
    heirs: tuple[Neighbour, ...]
    quick: Section | None
    sections: tuple[Section, ...]
    """All but the quick answer."""
    do: str | None
    costs: str
    live: LivePart
    signatures: tuple[SignatureChip, ...]
    look_alikes: tuple[RulesOut, ...]
    related: tuple[Neighbour, ...]
    previous: Neighbour | None
    following: Neighbour | None
    tags: tuple[str, ...]
    updated: str
    verified: Verified | None
    repro: str | None
    edit: str | None
    structured: Mapping[str, Any]
    """JSON-LD."""
    thanks: Thanks | None
    """Set where this visitor has just answered."""

    @classmethod
    def from_article(
        cls,
        shell: Shell,
        article: Article,
        live: LivePart,
        titles: Mapping[str, str],
        chips: tuple[SignatureChip, ...],
        neighbours: tuple[str | None, str | None],
        edit_url: str | None,
    ) -> ArticlePage:
        """`titles` names every slug that the article mentions; `chips` are the tags of its signatures."""
        page = article.page(shell.language)
        row = software(article.software)
        apart = {row.slug for row in article.tell_apart}
        return cls(
            shell,
            article.slug,
            page.title,
            page.summary,
            page.language,
            page.language != shell.language,
            page.stale,
            article.software,
            row.label if row else article.software,
            article.kind,
            article.status,
            _neighbours(article.heirs, titles),
            next((section for section in page.sections if section.key == QUICK), None),
            tuple(section for section in page.sections if section.key != QUICK),
            article.workaround.do if article.workaround else None,
            pick(article.workaround.costs, shell.language) if article.workaround else "",
            live,
            chips,
            tuple(
                RulesOut(row.slug, titles.get(row.slug), pick(row.by, shell.language))
                for row in article.tell_apart
            ),
            _neighbours(tuple(slug for slug in article.related if slug not in apart), titles),
            _neighbour(neighbours[0], titles),
            _neighbour(neighbours[1], titles),
            article.tags,
            article.updated,
            article.verified,
            article.repro,
            f"{edit_url}{article.area}/{article.slug}/index.md" if edit_url else None,
            _structured(shell, article),
            THANKS.get(shell.query),
        )


def _neighbours(slugs: tuple[str, ...], titles: Mapping[str, str]) -> tuple[Neighbour, ...]:
    return tuple(Neighbour(slug, titles[slug]) for slug in slugs if slug in titles)


def _neighbour(slug: str | None, titles: Mapping[str, str]) -> Neighbour | None:
    return Neighbour(slug, titles[slug]) if slug is not None and slug in titles else None


def _structured(shell: Shell, article: Article) -> Mapping[str, Any]:
    page = article.page(shell.language)
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": page.title[:110],
        "description": page.summary,
        "inLanguage": page.language,
        "dateModified": article.updated,
        "keywords": ", ".join((article.software, article.kind, *article.tags)),
        "proficiencyLevel": "Expert",
    }
    if shell.addresses:
        facts["url"] = shell.addresses[shell.language]
    return facts
