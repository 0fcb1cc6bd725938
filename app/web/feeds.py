"""What machines read: the Atom feed, sitemap, robots.txt, llms.txt, the OpenSearch description.

Absolute addresses are made only from the public URL; what cannot do without one is 404 until it is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape, quoteattr

from fastapi import APIRouter, Request, Response

from app.catalogues import LANGUAGES
from app.index.browse import list_articles
from app.index.model import ArticleFilter, ArticleItem
from app.index.open import Index
from app.web.caching import tagged
from app.web.language import TAGS, localised
from app.web.problems import not_found

ATOM = "application/atom+xml; charset=utf-8"
XML = "application/xml; charset=utf-8"
OPENSEARCH = "application/opensearchdescription+xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
NEWEST = 50
BATCH = 100
PLACES = ("/", "/articles", "/signatures", "/shapes", "/gpus", "/gaps", "/about")
NO_URL = "the operator must set FAULTBOOK_PUBLIC_URL first"


def feed_routes(current: Callable[[], Index], public_url: str | None, language: str) -> APIRouter:
    """Feed and search description of one language."""
    router = APIRouter()

    @router.api_route("/feed.atom", methods=["GET", "HEAD"])
    def feed(request: Request) -> Response:
        items = list_articles(current(), ArticleFilter(), 1, NEWEST).items
        return tagged(request, atom(items, public_url or "", language).encode(), ATOM)

    @router.api_route("/opensearch.xml", methods=["GET", "HEAD"])
    def opensearch(request: Request) -> Response:
        if public_url is None:
            raise not_found("A search description", NO_URL)
        return tagged(request, describe_search(public_url, language).encode(), OPENSEARCH)

    return router


def site_routes(current: Callable[[], Index], public_url: str | None) -> APIRouter:
    """The files at the root, in no language or in all."""
    router = APIRouter()

    @router.api_route("/sitemap.xml", methods=["GET", "HEAD"])
    def map_of_site(request: Request) -> Response:
        if public_url is None:
            raise not_found("A sitemap", NO_URL)
        return tagged(request, sitemap(_all(current()), public_url).encode(), XML)

    @router.api_route("/robots.txt", methods=["GET", "HEAD"])
    def robots() -> Response:
        lines = ["User-agent: *", "Disallow: /r/", "Disallow: /zh/r/", "Disallow: /api/"]
        if public_url:
            lines.append(f"Sitemap: {public_url}/sitemap.xml")
        return Response("\n".join(lines) + "\n", media_type=TEXT)

    @router.api_route("/llms.txt", methods=["GET", "HEAD"])
    def llms(request: Request) -> Response:
        return tagged(request, describe(_all(current()), public_url or "").encode(), TEXT)

    return router


def _all(index: Index) -> Iterator[ArticleItem]:
    page: int | None = 1
    while page:
        listed = list_articles(index, ArticleFilter(), page, BATCH, "slug")
        yield from listed.items
        page = listed.next


def atom(items: tuple[ArticleItem, ...], base: str, language: str) -> str:
    """The feed of the newest articles, newest first."""
    updated = max((item.updated for item in items), default="1970-01-01")
    home = base + localised("/", language)
    own = base + localised("/feed.atom", language)
    entries = "".join(_entry(item, base, language) for item in items)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{TAGS[language]}">'
        f"<id>{escape(home) if base else f'urn:faultbook:feed:{language}'}</id><title>Faultbook</title>"
        f"<updated>{escape(updated)}T00:00:00Z</updated><author><name>Faultbook</name></author>"
        f'<link href={quoteattr(home)}/><link rel="self" href={quoteattr(own)}/>{entries}</feed>\n'
    )


def _entry(item: ArticleItem, base: str, language: str) -> str:
    address = base + localised(f"/articles/{item.slug}", language)
    return (
        f"<entry><id>urn:faultbook:article:{item.slug}:{language}</id>"
        f"<title>{escape(item.title(language))}</title><updated>{escape(item.updated)}T00:00:00Z</updated>"
        f"<link href={quoteattr(address)}/><summary>{escape(item.summary(language))}</summary>"
        f"<category term={quoteattr(item.software)}/><category term={quoteattr(item.kind)}/></entry>"
    )


def sitemap(items: Iterator[ArticleItem], base: str) -> str:
    """Every page that robots should know, each with its address in the other language."""
    rows = [_place(path, None, base) for path in PLACES]
    rows += [_place(f"/articles/{item.slug}", item.updated, base) for item in items]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(rows)}</urlset>\n'
    )


def _place(path: str, updated: str | None, base: str) -> str:
    twins = "".join(
        f'<xhtml:link rel="alternate" hreflang="{TAGS[language]}" '
        f"href={quoteattr(base + localised(path, language))}/>"
        for language in LANGUAGES
    )
    changed = f"<lastmod>{escape(updated)}</lastmod>" if updated else ""
    return "".join(
        f"<url><loc>{escape(base + localised(path, language))}</loc>{changed}{twins}</url>"
        for language in LANGUAGES
    )


def describe_search(base: str, language: str) -> str:
    """The OpenSearch description: a browser offers the site as a search engine with suggestions."""
    find = base + localised("/search", language) + "?q={searchTerms}"
    suggest = base + localised("/suggest", language) + "?q={searchTerms}"
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Faultbook</ShortName>'
        f"<Language>{TAGS[language]}</Language><InputEncoding>UTF-8</InputEncoding>"
        f'<Url type="text/html" template={quoteattr(find)}/>'
        f'<Url type="application/x-suggestions+json" template={quoteattr(suggest)}/>'
        "</OpenSearchDescription>\n"
    )


def describe(items: Iterator[ArticleItem], base: str) -> str:
    """llms.txt: what is here, with the Markdown twin of every article."""
    lines = [
        "# Faultbook",
        "",
        "> Root causes of crashes in serving and training models on GPUs: one article, one cause, with",
        "> the error text it answers to, the way around and the release with the fix.",
        "> In English, and in Chinese under /zh/.",
        "",
        f"To diagnose a log, POST it as text/plain to {base}/api/v1/match; {base}/openapi.json describes it.",
        "Add .json to the address of a page for its data, .md to that of an article for its text.",
        "",
        "## Articles",
        "",
    ]
    lines += [
        f"- [{item.title('en')}]({base}/articles/{item.slug}.md): {item.summary('en')}" for item in items
    ]
    return "\n".join(lines) + "\n"
