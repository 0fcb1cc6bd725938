"""One JSON line for each request, and for each exception nobody expected. Never what people sent."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.metrics import route_of
from app.web.problems import ErrorPage, Problem

access = logging.getLogger("faultbook.access")
failures = logging.getLogger("faultbook.failures")

DEEPEST = 12
"""Frames of an exception that are told, the innermost last."""

Told = Callable[[str], None]
_ENCODER = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))
"""Kept: `json.dumps` makes one for each line that is not written its default way."""


def access_line(scope: Scope, route: str, status: int, seconds: float) -> str:
    """Route, status, milliseconds and request id. Addresses, queries and bodies hold what people typed."""
    request_id = scope.get("state", {}).get("request_id")
    opening = f'{{"event":"request","id":"{request_id}",{_asked(scope["method"], route)}'
    return f'{opening},"status":{status},"ms":{seconds * 1000:.1f}}}'


@lru_cache(maxsize=256)
def _asked(method: str, route: str) -> str:
    """The members that requests share, written once: most of what a line costs."""
    return _line({"method": _known(method), "route": route})[1:-1]


class CatchFailures:
    """Answers 500 to what nobody expected, and logs its type and place.

    Its message is not logged and nothing is raised on: messages of exceptions quote what people sent.
    """

    def __init__(self, app: ASGIApp, answer: ErrorPage, told: Told = failures.error) -> None:
        self._app = app
        self._answer = answer
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def noting(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception as exc:
            self._told(_line({"event": "failure", **_whose(scope, route_of(scope)), **_described(exc)}))
            if started:
                # The head is out; only a torn connection says that the body is not whole.
                raise _TornError from None
            await self._answer(Request(scope), _broken(scope))(scope, receive, send)


class _TornError(Exception):
    """The answer broke off after its head was sent."""


def _broken(scope: Scope) -> Problem:
    request_id = scope.get("state", {}).get("request_id")
    return Problem(
        500,
        "Internal error",
        "Something broke on our side; nothing you sent was kept. Try again, and report it if it stays",
        extra={"request_id": request_id},
    )


def _whose(scope: Scope, route: str) -> dict[str, Any]:
    return {
        "id": scope.get("state", {}).get("request_id"),
        "method": _known(scope["method"]),
        "route": route,
    }


def _known(method: str) -> str:
    return method if method.isalpha() and len(method) < 10 else "other"


def _described(exc: Exception) -> dict[str, Any]:
    frames = traceback.extract_tb(exc.__traceback__)[-DEEPEST:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"type": type(exc).__name__, "where": where}


def _line(record: dict[str, Any]) -> str:
    return _ENCODER.encode(record)
