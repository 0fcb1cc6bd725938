"""Search, suggestions, and the lists: articles, signatures, gaps."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from app.index.browse import list_articles, list_facets, suggest
from app.index.model import ArticleFilter, SearchQuery
from app.index.search import search
from app.reports.redact import redact
from app.state.errors import StateDownError
from app.state.model import Gap
from app.text.normalise import normalise
from app.text.template import template_id
from app.web.causes import causes_of
from app.web.html.site import Site
from app.web.language import localised
from app.web.listing import LONGEST_QUERY, Narrow, as_query
from app.web.views.listed import ArticlesPage, GapsPage
from app.web.views.search import SearchPage
from app.web.views.signatures import SignaturePage, SignaturesPage

PAGE = 30
SUGGESTIONS_TYPE = "application/x-suggestions+json"

Text = Annotated[str, Query(max_length=2000)]
Number = Annotated[int, Query(ge=1, le=10_000)]


def list_routes(site: Site) -> APIRouter:
    """The pages that list."""
    router = APIRouter()

    @router.api_route("/search", methods=["GET", "HEAD"])
    def find(request: Request, narrow: Narrow, q: Text = "", page: Number = 1) -> Response:
        index, text = site.index, as_query(q)
        asked = SearchQuery(text, prefer=site.language, page=page, size=PAGE, **asdict(narrow))
        fixes = site.fixes.of(index)
        found = search(index, asked, fixes)
        meant, instead = found.did_you_mean, None
        if meant and not found.total and (other := search(index, replace(asked, text=meant), fixes)).total:
            found, instead = other, meant
        if text and not found.total and not narrow.any:
            _count_gap(site, text)
        shell = site.shell(request)
        return site.show(request, SearchPage.from_result(shell, text, asdict(narrow), found, instead))

    @router.get("/suggest")
    def suggestions(q: Text = "") -> Response:
        lines = suggest(site.index, q[:LONGEST_QUERY], site.language)
        addresses = [localised(f"/articles/{line.slug}", site.language) for line in lines]
        body = [q, [line.title for line in lines], ["" for _ in lines], addresses]
        return JSONResponse(body, media_type=SUGGESTIONS_TYPE)

    @router.api_route("/articles", methods=["GET", "HEAD"])
    def articles(request: Request, narrow: Narrow, page: Number = 1) -> Response:
        index = site.index
        wanted, fixes = ArticleFilter(**asdict(narrow)), site.fixes.of(index)
        listed = list_articles(index, wanted, page, PAGE, fixes=fixes)
        tag = index.signature(narrow.signature) if narrow.signature else None
        facets = list_facets(index, wanted, fixes)
        shell = site.shell(request)
        return site.show(request, ArticlesPage.from_list(shell, listed, asdict(narrow), facets, tag))

    @router.api_route("/signatures", methods=["GET", "HEAD"])
    def signatures(request: Request) -> Response:
        return site.show(request, SignaturesPage.from_tags(site.shell(request), site.index.signatures()))

    @router.api_route("/signatures/{tag_id}", methods=["GET", "HEAD"])
    def signature(request: Request, tag_id: str) -> Response:
        index = site.index
        tag = index.signature(tag_id)
        if tag is None:
            return site.missing(request, "")
        causes = causes_of(index, tag, site.language)
        return site.show(request, SignaturePage.from_tag(site.shell(request), tag, causes))

    @router.api_route("/gaps", methods=["GET", "HEAD"])
    def gaps(request: Request) -> Response:
        return site.show(request, GapsPage.from_gaps(site.shell(request), _gaps(site)))

    return router


def _count_gap(site: Site, text: str) -> None:
    """A search that found nothing, without secrets: what to write next."""
    label = redact(normalise(text)).lower()
    site.services.store.gaps.count("search", template_id(label), label)


def _gaps(site: Site) -> tuple[Gap, ...] | None:
    try:
        return (*site.services.store.gaps.top("error"), *site.services.store.gaps.top("search"))
    except StateDownError:
        return None
