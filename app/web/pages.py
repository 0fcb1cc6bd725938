"""The HTML side: every route in every language, and the page of an error."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.catalogues import LANGUAGES
from app.services import Services
from app.web.caching import HTML
from app.web.context import WebContext
from app.web.feeds import feed_routes, site_routes
from app.web.fixes import FixStates
from app.web.html.articles import article_routes
from app.web.html.gpus import gpu_routes
from app.web.html.lists import list_routes
from app.web.html.paste import paste_routes
from app.web.html.shelf import Shelf
from app.web.html.site import Site
from app.web.html.system import system_routes
from app.web.html.twins import twin_routes
from app.web.kept import KeptAnswers
from app.web.language import localised, split_language
from app.web.problems import ErrorPage as Answer
from app.web.problems import Problem
from app.web.templating import Templates
from app.web.views.shell import Shell
from app.web.views.system import ErrorPage

GROUPS = (twin_routes, paste_routes, list_routes, article_routes, gpu_routes, system_routes)
"""Twins first: their `.json` is no part of an id."""


def build_pages(
    services: Services,
    templates: Templates,
    web: WebContext,
    fixes: FixStates,
    kept: KeptAnswers,
    version: str,
) -> APIRouter:
    """Every page under `/` in the source language and under `/zh/` in Chinese."""
    router = APIRouter(include_in_schema=False)
    shelf = Shelf()
    public_url = web.config.public_url

    @router.get("/zh")
    def chinese_home() -> Response:
        return RedirectResponse(localised("/", "zh"), 308)

    for language in LANGUAGES:
        site = Site(services, templates, web, language, version, shelf, kept, fixes)
        prefix = localised("/", language).rstrip("/")
        for group in GROUPS:
            router.include_router(group(site), prefix=prefix)
        router.include_router(feed_routes(services.index.current, public_url, language), prefix=prefix)
    router.include_router(site_routes(services.index.current, public_url))
    return router


def error_page(templates: Templates, version: str) -> Answer:
    """Draws a Problem as a page in the language of the address; the words of the address can be searched."""

    def draw(request: Request, problem: Problem) -> Response:
        language, path = split_language(request.url.path)
        shell = Shell(
            language,
            path,
            datetime.now(UTC),
            version=version,
            listed=False,
            switchable=False,
        )
        words = " ".join(path.replace("-", " ").replace("_", " ").split("/"))[:100].strip()
        page = ErrorPage(shell, problem.status, problem.detail, words, problem.extra.get("limit"), ())
        headers = {"Cache-Control": "no-store", **problem.headers}
        return Response(templates.render(page), problem.status, headers, media_type=HTML)

    return draw
