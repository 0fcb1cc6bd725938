"""`/api/v1/reports` and `/votes`: the few things that visitors may leave here."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from app.reports.redact import redact
from app.services import Services
from app.web.api.articles import find_article
from app.web.context import WebContext
from app.web.limits import too_large
from app.web.problems import Problem, not_found
from app.web.schemas.shared import SharedOut, ShareOut, ShareRequest, TallyOut, VoteRequest

_GONE = "it expired, was deleted, or never existed"


def shared_routes(services: Services, web: WebContext) -> APIRouter:
    """The routes that write."""
    router = APIRouter(tags=["shared"])

    @router.post("/reports", response_model=ShareOut, status_code=201)
    async def share(asked: ShareRequest) -> ShareOut:
        """Keep a redacted report under an unguessable address until it expires or its token deletes it."""
        if len(asked.text.encode("utf-8", "replace")) > web.max_paste:
            raise too_large(web.max_paste)
        if not asked.text.strip():
            raise Problem(422, "Nothing to share", "text: is empty; send the log that should be shared")
        redacted = await web.gate.run(lambda: redact(asked.text), len(asked.text))
        receipt = services.store.reports.share(redacted, asked.language, timedelta(days=asked.expires_days))
        prefix = "" if asked.language == "en" else f"/{asked.language}"
        return ShareOut(
            id=receipt.id,
            delete_token=receipt.delete_token,
            url=f"{prefix}/r/{receipt.id}",
            expires_at=receipt.expires_at,
        )

    @router.get("/reports/{report_id}", response_model=SharedOut)
    def shared(report_id: str) -> SharedOut:
        """A shared report."""
        return shared_out(services, report_id)

    @router.delete("/reports/{report_id}", status_code=204)
    def delete(report_id: str, authorization: Annotated[str, Header()] = "") -> Response:
        """Delete a shared report; `Authorization: Bearer DELETE_TOKEN`."""
        token = authorization.removeprefix("Bearer ").strip()
        if not token or not services.store.reports.delete(report_id, token):
            raise not_found("A report with this id and token", _GONE)
        return Response(status_code=204)

    @router.post("/votes", response_model=TallyOut)
    def vote(request: Request, asked: VoteRequest) -> TallyOut:
        """Say whether an article helped, and in `text` what was missing (optional, up to 500 characters, redacted,
        read by the operator alone, kept for 90 days); voting again replaces both."""
        article = find_article(services.index.current(), asked.slug)
        cast_vote(services, request, article.slug, asked.helpful, asked.text)
        tally = services.store.votes.tally(article.slug)
        return TallyOut(slug=article.slug, up=tally.up, down=tally.down)

    return router


def shared_out(services: Services, report_id: str) -> SharedOut:
    """A shared report as JSON. Raises Problem 404 and StateDownError."""
    report = services.store.reports.get(report_id)
    if report is None:
        raise not_found("This report", _GONE)
    return SharedOut(
        id=report.id,
        text=report.text,
        language=report.language,
        created_at=report.created_at,
        expires_at=report.expires_at,
    )


def cast_vote(services: Services, request: Request, slug: str, helpful: bool, text: str) -> None:
    """Note a vote and its text without secrets, and without what is not to be read. Raises StateDownError."""
    shown = "".join(each if each == "\n" or each.isprintable() else " " for each in text)
    services.store.votes.cast(slug, _voter_of(request), helpful, redact(shown))


def _voter_of(request: Request) -> str:
    """An opaque id for one client: a hash of address and browser, so that no address is kept."""
    host = request.client.host if request.client else ""
    return hashlib.sha256(f"{host}\n{request.headers.get('user-agent', '')}".encode()).hexdigest()[:24]
