"""Pages and search results made a moment ago: a crowd with one question costs one answer every few seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from fastapi import Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.caching import bodiless, is_known
from app.web.context import WebConfig
from app.web.language import wanted_elsewhere
from app.web.sight import may_see_gpus

SECONDS = 2.0
"""What is live may be so much older in a kept answer: less than the second its age is rounded to matters."""
RENEWING = 0.5
"""Seconds for which an old answer is given to others while somebody makes it anew: a crowd would make it many times."""
GRACE = 2.0
"""Seconds after its time in which that may happen: nobody gets an answer that cannot be made any more."""
MOST = 512
"""Answers kept; at some 25 kB each."""
LARGEST = 64 * 1024
"""Bytes of an answer that is kept."""
LONGEST_QUERY = 300
"""Characters of a query string of a kept answer."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """One answer as it was sent."""

    content: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    etag: str
    route: Any
    """The route that made it, for whoever counts requests by route."""

    @classmethod
    def from_response(cls, response: Response, route: Any) -> KeptAnswer:
        """`response` is whole, has an ETag, and is the same for all who ask under its key."""
        return cls(bytes(response.body), tuple(response.raw_headers), response.headers["etag"], route)

    async def answer(self, request: Request, send: Send) -> None:
        """Sends the answer, or 304 when the client has it already."""
        known = is_known(request, self.etag)
        status, headers = (304, bodiless(self.headers)) if known else (200, self.headers)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if known else self.content})


@dataclass(frozen=True, slots=True)
class _Held:
    answer: KeptAnswer
    until: float
    """When somebody has to make it anew."""
    last: float
    """When nobody gets it any more."""


class KeptAnswers:
    """Answers by key, for `SECONDS`; safe to share between threads."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._answers: OrderedDict[Hashable, _Held] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> KeptAnswer | None:
        """The answer, None when it was never made or too long ago.

        Who comes first after its time is told None and makes it anew; meanwhile the others get the old one.
        """
        now = self._now()
        with self._lock:
            held = self._answers.get(key)
            if held is None or now > held.last:
                return None
            if now > held.until:
                self._answers[key] = replace(held, until=now + RENEWING)
                return None
        return held.answer

    def put(self, key: Hashable, answer: KeptAnswer) -> None:
        """Keeps an answer, and drops the one that was made first when there are too many."""
        if len(answer.content) > LARGEST:
            return
        with self._lock:
            until = self._now() + SECONDS
            self._answers[key] = _Held(answer, until, until + GRACE)
            self._answers.move_to_end(key)
            if len(self._answers) > MOST:
                self._answers.popitem(last=False)


def answer_key(request: Request, digest: str, config: WebConfig) -> Hashable:
    """What a kept answer depends on: its address, the index, whether the visitor may see GPUs, and at the root
    the language of who arrives: some are sent on."""
    scope = request.scope
    path, query = scope["path"], scope["query_string"]
    elsewhere = wanted_elsewhere(request.headers) if path == "/" else None
    return (path, query, digest, may_see_gpus(request, config), elsewhere)


class AnswerKept:
    """Answers with what is kept before any route is looked for."""

    def __init__(self, app: ASGIApp, kept: KeptAnswers, key: Callable[[Request], Hashable | None]) -> None:
        """`key` says what an answer depends on beside its text; None where none may be kept."""
        self._app = app
        self._kept = kept
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            request = Request(scope)
            answer = self._answer(request)
            if answer is not None:
                scope["route"] = answer.route
                await answer.answer(request, send)
                return
        await self._app(scope, receive, send)

    def _answer(self, request: Request) -> KeptAnswer | None:
        if len(request.scope["query_string"]) > LONGEST_QUERY:
            return None
        key = self._key(request)
        return None if key is None else self._kept.get(key)
