"""Rules on what an article points at: other articles, look-alikes, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.articles.model import Article, Problem
from app.articles.references import canonical, found
from app.articles.render import ARTICLES, SECTIONS
from app.articles.rules.view import Part, View, links, words

_TARGET = re.compile(r"/articles/([a-z0-9-]{3,80})(?:#([a-z0-9-]{1,60}))?")
_KEYS = tuple(row.key for row in SECTIONS)


def targets(view: View) -> Iterator[Problem]:
    """Every link leads somewhere: to an article that exists or to an https page."""
    for page, parts in view.pages():
        for part in parts:
            for href, at in links(part):
                wrong = _wrong(view, href)
                if wrong:
                    yield view.problem(page.file, page.body_line + at, *wrong)


def _wrong(view: View, href: str) -> tuple[str, str] | None:
    if href.startswith("https://"):
        return None
    if href.startswith("http://"):
        return f"the link {href} is not encrypted", "use https://"
    target = _TARGET.fullmatch(href)
    if not target:
        return f"the link {href} leads nowhere", f"write {ARTICLES}<slug> or an https URL"
    slug, section = target[1], target[2]
    if slug in view.shelf.aliases:
        return f"{slug} is an alias", f"link {ARTICLES}{view.shelf.aliases[slug]}"
    if slug not in view.shelf.articles:
        return f"there is no article {slug}", "correct the slug or describe the cause in words"
    if section and section not in _KEYS:
        return f"there is no section #{section}", f"use one of {' '.join(_KEYS)}"
    return None


def slugs(view: View) -> Iterator[Problem]:
    """Every slug in the front matter is that of an article."""
    article = view.article
    named: list[tuple[tuple[str | int, ...], str]] = [
        *((("related", at), slug) for at, slug in enumerate(article.related)),
        *((("heirs", at), slug) for at, slug in enumerate(article.heirs)),
        *((("tell_apart", at, "slug"), row.slug) for at, row in enumerate(article.tell_apart)),
        *((("near_misses", at), row.instead) for at, row in enumerate(article.near_misses) if row.instead),
    ]
    for path, slug in named:
        if slug in view.shelf.aliases:
            yield view.fact(path, f"{slug} is an alias", f"write {view.shelf.aliases[slug]}")
        elif slug not in view.shelf.articles:
            yield view.fact(path, f"there is no article {slug}", "correct the slug or leave it out")


def look_alikes(view: View) -> Iterator[Problem]:
    """Two articles that can be taken for each other say so on both sides, in the list and in the text."""
    article = view.article
    here = {row.slug for row in article.tell_apart}
    for at, row in enumerate(article.tell_apart):
        other = view.shelf.articles.get(row.slug)
        if other is None:
            continue
        if article.slug not in {back.slug for back in other.tell_apart}:
            yield view.fact(
                ("tell_apart", at), f"{row.slug} does not tell itself apart from this article",
                f"add tell_apart of {article.slug} there",
            )  # fmt: skip
        for page, parts in view.pages():
            if row.slug not in _named_in(parts):
                section = next(one for one in SECTIONS if one.key == "not-this-if").title(page.language)
                yield view.problem(
                    page.file, _line_of(parts, page.body_line), f"{section!r} does not link {row.slug}",
                    f"add a line with {ARTICLES}{row.slug}",
                )  # fmt: skip
    linked = _named_in(view.parts[article.source])
    for at, miss in enumerate(article.near_misses):
        if miss.instead in view.shelf.articles and miss.instead not in here | linked:
            yield view.fact(
                ("near_misses", at),
                f"a near miss of {miss.instead} is not told apart",
                f"add tell_apart of {miss.instead}",
            )


def links_back(view: View) -> Iterator[Problem]:
    """A link under "Not this if" has its row, and a related article answers."""
    article = view.article
    told = {row.slug for row in article.tell_apart}
    for page, parts in view.pages():
        for slug in sorted(_named_in(parts) - told - {article.slug}):
            other = view.shelf.articles.get(slug)
            if other is not None and slug not in article.related:
                yield view.problem(
                    page.file,
                    _line_of(parts, page.body_line),
                    f"{slug} is linked but neither in tell_apart nor related",
                    "add what decides to tell_apart here and there, or add both to related",
                )
    for at, slug in enumerate(article.related):
        other = view.shelf.articles.get(slug)
        if other is not None and not _names(other, article.slug):
            yield view.fact(
                ("related", at), f"{slug} does not name this article", f"add {article.slug} to related there"
            )


def _names(article: Article, slug: str) -> bool:
    return slug in article.related or slug in {row.slug for row in article.tell_apart}


def _named_in(parts: tuple[Part, ...]) -> set[str]:
    hrefs = (href for part in parts if part.key == "not-this-if" for href, _ in links(part))
    return {target[1] for href in hrefs if (target := _TARGET.fullmatch(href))}


def _line_of(parts: tuple[Part, ...], otherwise: int) -> int:
    return next((part.line for part in parts if part.key == "not-this-if"), otherwise)


def cited(view: View) -> Iterator[Problem]:
    """The section References and the list `refs` name the same sources."""
    known = {canonical(ref.id): at for at, ref in enumerate(view.article.refs)}
    for page, parts in view.pages():
        part = next((part for part in parts if part.key == "references"), None)
        if part is None:
            continue
        named = dict(_sources(part))
        for reference, at in named.items():
            if reference not in known:
                yield view.problem(
                    page.file, page.body_line + at, f"{reference} is not in refs", "add it there"
                )
        for reference, at in known.items():
            if reference not in named:
                yield view.problem(
                    page.file,
                    part.line,
                    f"{view.article.refs[at].id} of refs is not cited",
                    "say what it proves",
                )


def _sources(part: Part) -> Iterator[tuple[str, int]]:
    for href, at in links(part):
        if href.startswith("https://"):
            yield canonical(href), at
    for child, line, linked in words(part):
        if child.type in ("text", "code_inline") and not linked:
            for _, _, reference in found(child.content):
                yield canonical(reference), line
