"""Counters of this process in a registry of its own: requests by route and status, verdicts, timings."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.catalogues import LANGUAGES, SOURCE_LANGUAGE

PREFIXES = ("", "/api/v1", *(f"/{language}" for language in LANGUAGES if language != SOURCE_LANGUAGE))
"""What routes are included under."""


class Metrics:
    """What is counted, and its text form."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "faultbook_requests",
            "Requests by route and status.",
            ("route", "status"),
            registry=self._registry,
        )
        self.seconds = Histogram(
            "faultbook_request_seconds", "Seconds to answer, by route.", ("route",), registry=self._registry
        )

    def render(self) -> tuple[bytes, str]:
        """The text form and its media type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


class CountRequests:
    """Counts each request under its route, never under its address: addresses hold what people typed."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            route = route_of(scope)
            self._metrics.requests.labels(route, str(status)).inc()
            self._metrics.seconds.labels(route).observe(time.perf_counter() - began)


def route_of(scope: Scope) -> str:
    """The template of the route that answered, whole: `/api/v1/articles/{slug}`; `other` when none did."""
    route = scope.get("route")
    template, pattern = getattr(route, "path", None), getattr(route, "path_regex", None)
    if template is None or pattern is None:
        return str(template or "other")
    # A route knows its path without the prefix that its router is included under.
    for prefix in PREFIXES:
        if scope["path"].startswith(prefix) and pattern.match(scope["path"].removeprefix(prefix)):
            return f"{prefix}{template}"
    return str(template)
