"""Around every request: an id to quote, security headers on the answer, counters, one log line.

The outermost piece, and one for all four: each would wrap the answer again, and every request pays for that.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from itertools import count

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.log import access_line
from app.web.metrics import Metrics, route_of

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""Added where the response has not set them itself."""
_NAMES = frozenset(name for name, _ in HEADERS)

Told = Callable[[str], None]


class Exchange:
    """What happens to every request, whatever answers it."""

    def __init__(self, app: ASGIApp, metrics: Metrics, told: Told | None) -> None:
        """`told` takes one line for each request; None where the operator wants no access log."""
        self._app = app
        self._metrics = metrics
        self._told = told
        self._name = secrets.token_hex(4)
        """Tells this process's ids from those of others; a number for each request costs less than chance."""
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        request_id = f"{self._name}{next(self._numbers):08x}"
        scope.setdefault("state", {})["request_id"] = request_id

        async def framed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*_secured(message["headers"]), (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, framed)
        finally:
            spent, route = time.perf_counter() - began, route_of(scope)
            self._metrics.count(route, status, spent)
            if self._told is not None:
                self._told(access_line(scope, route, status, spent))


def _secured(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    present = _NAMES.intersection(name for name, _ in headers)
    return (
        [*headers, *(pair for pair in HEADERS if pair[0] not in present)] if present else [*headers, *HEADERS]
    )
