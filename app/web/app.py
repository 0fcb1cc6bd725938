"""The application: middleware, routes and error handlers around the services it is handed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass

from fastapi import APIRouter, FastAPI, Request

from app.index.errors import IndexUnusableError
from app.services import Services
from app.web.api.articles import article_routes
from app.web.api.health import health_routes
from app.web.api.live import live_routes
from app.web.api.match import match_routes
from app.web.api.shared import shared_routes
from app.web.assets import Assets
from app.web.context import WebContext
from app.web.described import DescribedAPI
from app.web.exchange import Exchange
from app.web.fixes import FixStates
from app.web.kept import AnswerKept, KeptAnswers, answer_key
from app.web.limits import BodyLimit, SameOrigin
from app.web.log import CatchFailures
from app.web.metrics import Metrics
from app.web.pages import build_pages, error_page
from app.web.problems import answer_with, install
from app.web.rates import Limiter, RateLimit
from app.web.templating import Templates

Background = Callable[[], AbstractAsyncContextManager[None]]

SHARE_SECONDS = 1.0
"""How often processes tell each other what they counted."""


@dataclass(frozen=True, slots=True)
class Guards:
    """What stands before the routes, where the operator asked for it."""

    limiter: Limiter | None = None
    access_log: Callable[[str], None] | None = None
    """Takes one line for each request."""


def build_app(
    services: Services,
    web: WebContext,
    templates: Templates,
    assets: Assets,
    background: Background,
    version: str,
    guards: Guards,
) -> FastAPI:
    """The ASGI application. `background` runs what goes on beside requests, for the application's life."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with background(), _sharing(guards.limiter):
            yield
        web.gate.close()

    app = DescribedAPI(
        title="Faultbook",
        version=version,
        description="Paste a crash, get the root cause: the JSON API behind the pages.",
        docs_url=None,
        redoc_url=None,
        # What it would tell a collector holds what people sent; our own counters are at /metrics.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=lifespan,
    )
    metrics, kept = Metrics(), KeptAnswers()
    answer = answer_with(error_page(templates, version))
    install(app, answer)

    # Counting states is no look at an article: it marks no reference as due.
    fixes = FixStates(lambda ref: services.live.change(ref.id, ref.known, mark=False))
    api = APIRouter(prefix="/api/v1")
    api.include_router(match_routes(services, web))
    api.include_router(article_routes(services, web, fixes, kept))
    for routes in (live_routes, shared_routes):
        api.include_router(routes(services, web))
    app.include_router(api)
    app.include_router(health_routes(services, metrics))
    app.routes.append(assets.route())
    app.include_router(build_pages(services, templates, web, fixes, kept, version))

    app.add_middleware(RateLimit, limiter=guards.limiter, answer=answer)
    app.add_middleware(SameOrigin, public_url=web.config.public_url, answer=answer)
    app.add_middleware(BodyLimit, max_paste=web.max_paste, answer=answer)
    # Before the guards: what is kept was asked for by GET, which none of them looks at under these addresses.
    app.add_middleware(AnswerKept, kept=kept, key=_answer_key(services, web))
    app.add_middleware(CatchFailures, answer=answer)
    app.add_middleware(Exchange, metrics=metrics, told=guards.access_log)
    return app


def _answer_key(services: Services, web: WebContext) -> Callable[[Request], Hashable | None]:
    def key(request: Request) -> Hashable | None:
        try:
            return answer_key(request, services.index.current().digest, web.config)
        except IndexUnusableError:
            return None  # a route says so, in words

    return key


@asynccontextmanager
async def _sharing(limiter: Limiter | None) -> AsyncIterator[None]:
    """Shares what `limiter` counts until the application ends."""

    async def share() -> None:
        while limiter is not None:
            await asyncio.sleep(SHARE_SECONDS)
            await asyncio.to_thread(limiter.share)

    task = asyncio.create_task(share())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
