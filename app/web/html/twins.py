"""The JSON twin of each page that has data: `PAGE.json`, byte-equal to the v1 route that gives the same.

Home and status have no such route: their twins say what the page shows.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.web.api.articles import gaps_out, signature_json, signatures_json
from app.web.api.live import gpus_out
from app.web.api.match import explain_text
from app.web.api.shared import shared_out
from app.web.caching import json_response
from app.web.html.bare import as_message
from app.web.html.front import front
from app.web.html.lists import PAGE, Number, Text
from app.web.html.site import Site
from app.web.html.system import LONGEST_MESSAGE, status_page
from app.web.listing import Narrow, listed
from app.web.schemas.diagnosis import ExplainOut
from app.web.schemas.live import GpusOut
from app.web.schemas.pages import HomeOut, StatusOut
from app.web.schemas.shared import GapsOut, SharedOut

GET = ["GET", "HEAD"]


def twin_routes(site: Site) -> APIRouter:
    """The twins of one language; that of an article stands with its page."""
    router = APIRouter()
    router.include_router(_list_twins(site))
    router.include_router(_system_twins(site))
    return router


def _list_twins(site: Site) -> APIRouter:
    router = APIRouter()
    services, language = site.services, site.language

    @router.api_route("/index.json", methods=GET)
    def home(request: Request) -> Response:
        return json_response(request, HomeOut.from_front(front(site), language))

    @router.api_route("/articles.json", methods=GET)
    def articles(request: Request, narrow: Narrow, page: Number = 1) -> Response:
        return json_response(request, listed(site.index, site.fixes, "", narrow, language, page, PAGE))

    @router.api_route("/search.json", methods=GET)
    def find(request: Request, narrow: Narrow, q: Text = "", page: Number = 1) -> Response:
        return json_response(request, listed(site.index, site.fixes, q, narrow, language, page, PAGE))

    @router.api_route("/signatures.json", methods=GET)
    def signatures(request: Request) -> Response:
        return signatures_json(services, request)

    @router.api_route("/signatures/{tag_id}.json", methods=GET)
    def signature(request: Request, tag_id: str) -> Response:
        return signature_json(services, request, tag_id, language)

    return router


def _system_twins(site: Site) -> APIRouter:
    router = APIRouter()
    services, web, language = site.services, site.web, site.language

    @router.api_route("/shapes.json", methods=GET, response_model=ExplainOut)
    async def shapes(text: Annotated[str, Query(max_length=2 * LONGEST_MESSAGE)] = "") -> ExplainOut:
        message = as_message(text.strip()[:LONGEST_MESSAGE])
        explanation = await web.gate.run(lambda: explain_text(message), len(message))
        return ExplainOut.from_explanation(explanation, web.speaker(language))

    @router.api_route("/gpus.json", methods=GET, response_model=GpusOut)
    def gpus(request: Request) -> GpusOut:
        return gpus_out(request, services, web, language)

    @router.api_route("/gaps.json", methods=GET, response_model=GapsOut)
    def gaps() -> GapsOut:
        return gaps_out(services)

    @router.api_route("/status.json", methods=GET)
    def status(request: Request) -> Response:
        return json_response(request, StatusOut.from_page(status_page(site, request), web.speaker(language)))

    @router.api_route("/r/{report_id}.json", methods=GET, response_model=SharedOut)
    def shared(report_id: str) -> SharedOut:
        return shared_out(services, report_id)

    return router
