"""The shapes workbench, status and about."""

from __future__ import annotations

import platform
import sqlite3
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.index.errors import IndexUnusableError
from app.reports.model import ErrorEvent
from app.shapes.families import FAMILIES
from app.state.errors import StateDownError
from app.web.api.match import explain_text
from app.web.html.bare import as_message
from app.web.html.site import Site
from app.web.views.errors import ErrorView
from app.web.views.sources import read_sources
from app.web.views.system import (
    COLOURS,
    SIZES,
    SPACES,
    AboutPage,
    DesignPage,
    ShapeSamples,
    ShapesPage,
    StatusPage,
    split_problems,
)

LONGEST_MESSAGE = 4000


def system_routes(site: Site) -> APIRouter:
    """The pages about the machine and about Faultbook."""
    router = APIRouter()
    samples = ShapeSamples.from_messages((row.id.split(".")[0], row.sample) for row in FAMILIES)

    @router.api_route("/shapes", methods=["GET", "HEAD"])
    async def shapes(
        request: Request, text: Annotated[str, Query(max_length=2 * LONGEST_MESSAGE)] = ""
    ) -> Response:
        message = text.strip()[:LONGEST_MESSAGE]
        error = await site.web.gate.run(lambda: _explained(message), len(message)) if message else None
        return site.show(request, ShapesPage(site.shell(request), message, error, samples))

    @router.api_route("/status", methods=["GET", "HEAD"])
    def status(request: Request) -> Response:
        return site.show(request, status_page(site, request))

    @router.api_route("/about", methods=["GET", "HEAD"])
    def about(request: Request) -> Response:
        return site.show(request, AboutPage(site.shell(request), site.index.count, site.web.max_paste))

    @router.api_route("/about/design", methods=["GET", "HEAD"])
    def design(request: Request) -> Response:
        return site.show(request, DesignPage(site.shell(request), COLOURS, SIZES, SPACES))

    return router


def _explained(message: str) -> ErrorView | None:
    message = as_message(message)
    explanation = explain_text(message)
    if explanation is None:
        return None
    return ErrorView.from_event(ErrorEvent(None, message, explanation=explanation))


def status_page(site: Site, request: Request) -> StatusPage:
    """What is known now of index, state and live sources."""
    store = site.services.store
    try:
        hosts = store.hosts.all()
    except StateDownError:
        hosts = ()
    health = store.status
    shell = site.shell(request, listed=False)
    versions = (
        ("Faultbook", site.version),
        ("Python", platform.python_version()),
        ("SQLite", sqlite3.sqlite_version),
    )
    sources = read_sources(site.services.live.sources, hosts, shell.now)
    try:
        index = site.index
    except IndexUnusableError:
        return StatusPage(shell, None, None, 0, (), (), health.health.value, health.reason, sources, versions)
    errors, warnings = split_problems(index.problems())
    return StatusPage(
        shell,
        index.digest,
        datetime.fromisoformat(index.built_at),
        index.count,
        errors,
        warnings,
        health.health.value,
        health.reason,
        sources,
        versions,
    )
