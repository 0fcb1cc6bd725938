"""The paste box: home, the answer to a paste, sharing it."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import UploadFile

from app.articles.model import Article
from app.catalogues import SOURCE_LANGUAGE
from app.matching.model import Diagnosis
from app.reports.redact import redact
from app.web.api.match import diagnose_text
from app.web.html.front import front
from app.web.html.site import Site
from app.web.language import localised, wanted_elsewhere
from app.web.limits import ENVELOPE, too_large
from app.web.problems import Problem
from app.web.views.lists import HomePage
from app.web.views.result import ResultPage, Sharing
from app.web.views.shared import SharedPage

MATCHES = 5
KEEP_DAYS = 30
RETURNABLE = "private, no-cache"
"""Kept by the visitor's browser alone: without it the way back from an article asks to send the form again."""
SHARE_LIMIT = 200_000
"""Characters of a report that can be shared from its page; longer ones go by the API."""


def paste_routes(site: Site) -> APIRouter:
    """Home and everything a paste leads to."""
    router = APIRouter()

    @router.api_route("/", methods=["GET", "HEAD"])
    async def home(request: Request) -> Response:
        if site.language == SOURCE_LANGUAGE and (other := wanted_elsewhere(request.headers)):
            headers = {"Vary": "Accept-Language, Sec-Fetch-Site", "Cache-Control": "no-cache"}
            return RedirectResponse(localised("/", other), 302, headers)
        return await site.show_kept(request, lambda: _home(site, request))

    @router.api_route("/diagnose", methods=["GET", "HEAD"])
    def to_box() -> Response:
        return RedirectResponse(localised("/", site.language), 303)

    @router.post("/diagnose")
    async def diagnose(request: Request) -> Response:
        text = await read_paste(request, site.web.max_paste)
        page = await site.web.gate.run(lambda: _diagnosed(site, request, text), len(text))
        return site.answer(page, cache=RETURNABLE)

    @router.post("/share")
    async def share(request: Request) -> Response:
        text = await read_paste(request, site.web.max_paste)
        if not text.strip():
            raise Problem(422, "Nothing to share", "text: is empty; share a report from its page")
        keep = timedelta(days=KEEP_DAYS)
        reports = site.services.store.reports
        receipt = await site.web.gate.run(lambda: reports.share(redact(text), site.language, keep))
        shell = site.shell(request, listed=False, switchable=False)
        return site.answer(SharedPage(shell, receipt.id, receipt.delete_token, receipt.expires_at), 201)

    @router.api_route("/r/{report_id}", methods=["GET", "HEAD"])
    async def shared(request: Request, report_id: str) -> Response:
        return site.answer(await site.web.gate.run(lambda: _shared(site, request, report_id)))

    @router.post("/r/{report_id}/delete")
    async def delete(request: Request, report_id: str) -> Response:
        form = await request.form(max_files=0, max_fields=2)
        token, reports = str(form.get("token") or ""), site.services.store.reports
        if not await site.web.gate.run(lambda: reports.delete(report_id, token)):
            raise Problem(410, "Gone", "A report with this id and token does not exist")
        shell = site.shell(request, listed=False, switchable=False)
        return site.answer(SharedPage(shell, report_id, None, None))

    return router


def _home(site: Site, request: Request) -> HomePage:
    shown = front(site)
    return HomePage.from_items(
        site.shell(request),
        shown.recent,
        tuple(met.item for met in shown.met),
        shown.reported,
        site.shelf.of(site.index).samples,
        shown.count,
        site.web.max_paste,
    )


def _diagnosed(site: Site, request: Request, text: str) -> ResultPage:
    sharing = Sharing(redact(text), None, KEEP_DAYS) if 0 < len(text) <= SHARE_LIMIT else None
    return result_page(site, request, diagnose_text(site.services, text, MATCHES), sharing)


def _shared(site: Site, request: Request, report_id: str) -> ResultPage:
    report = site.services.store.reports.get(report_id)
    if report is None:
        raise Problem(410, "Gone", "This report expired, was deleted, or never existed")
    diagnosis = diagnose_text(site.services, report.text, MATCHES, first=False)
    return result_page(site, request, diagnosis, Sharing(report.text, report.expires_at, KEEP_DAYS))


async def read_paste(request: Request, max_paste: int) -> str:
    """The text of a paste form: what was typed, then the file.

    Raises Problem 413 over `max_paste` bytes of text.
    """
    async with request.form(max_files=1, max_fields=4, max_part_size=2 * max_paste + ENVELOPE) as form:
        parts = [str(form.get("text") or "")]
        upload = form.get("file")
        if isinstance(upload, UploadFile):
            raw = await upload.read()
            parts.append(raw.decode("utf-8", "replace"))
    text = "\n".join(part for part in parts if part.strip())
    if len(text) > max_paste or len(text.encode("utf-8", "replace")) > max_paste:
        raise too_large(max_paste)
    return text


def result_page(site: Site, request: Request, diagnosis: Diagnosis, sharing: Sharing | None) -> ResultPage:
    """The page of a diagnosis with all that its articles add."""
    index = site.index
    articles: dict[str, Article] = {}
    slugs = {*diagnosis.near, *(loser.slug for loser in diagnosis.losers)}
    for match in diagnosis.matches:
        if article := index.article(match.slug):
            articles[match.slug] = article
        slugs.update(row.slug for row in match.tell_apart)
    changes = site.changes(ref for match in diagnosis.matches for ref in match.refs)
    errors = diagnosis.report.errors
    first = errors[0].message.split("\n")[0] if errors else ""
    shared = sharing is not None and sharing.expires_at is not None
    return ResultPage.from_diagnosis(
        site.shell(request, listed=False, switchable=shared),
        diagnosis,
        articles,
        changes,
        site.titles(slugs),
        redact(first),
        sharing,
    )
