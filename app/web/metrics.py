"""Counters of this process in a registry of its own: requests by route and status, verdicts, timings."""

from __future__ import annotations

import re
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.types import Scope

from app.catalogues import LANGUAGES, SOURCE_LANGUAGE

PREFIXES = ("", "/api/v1", *(f"/{language}" for language in LANGUAGES if language != SOURCE_LANGUAGE))
"""What routes are included under."""
KEPT_PATHS = 1024
"""Paths whose route is remembered."""


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
        self._series: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def count(self, route: str, status: int, seconds: float) -> None:
        """Takes one request, under its route and never under its address: addresses hold what people typed."""
        # Looking a series up by its labels costs more than counting does; routes and statuses are few.
        series = self._series.get((route, status))
        if series is None:
            series = self.requests.labels(route, str(status)), self.seconds.labels(route)
            self._series[route, status] = series
        series[0].inc()
        series[1].observe(seconds)

    def render(self) -> tuple[bytes, str]:
        """The text form and its media type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


def route_of(scope: Scope) -> str:
    """The template of the route that answered, whole: `/api/v1/articles/{slug}`; `other` when none did."""
    route = scope.get("route")
    template, pattern = getattr(route, "path", None), getattr(route, "path_regex", None)
    if template is None or pattern is None:
        return str(template or "other")
    return _whole(template, pattern, scope["path"])


@lru_cache(maxsize=KEPT_PATHS)
def _whole(template: str, pattern: re.Pattern[str], path: str) -> str:
    """The template with the prefix that its router is included under: a route knows its path without it."""
    for prefix in PREFIXES:
        if path.startswith(prefix) and pattern.match(path.removeprefix(prefix)):
            return f"{prefix}{template}"
    return template
