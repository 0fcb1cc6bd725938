"""Pages drawn a moment ago: a crowd on one page costs one drawing every few seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from fastapi import Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.caching import CACHE_CONTROL, etag_of, names
from app.web.context import WebConfig
from app.web.language import wanted_elsewhere
from app.web.sight import may_see_gpus

HTML = "text/html; charset=utf-8"
SECONDS = 2.0
"""What is live may be so much older on a kept page: less than the second its age is rounded to matters."""
MOST = 512
"""Pages kept; at some 25 kB each."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One page as it was sent."""

    content: bytes
    etag: str
    headers: tuple[tuple[bytes, bytes], ...]
    route: Any
    """The route that drew it, for whoever counts requests by route."""

    @classmethod
    def from_page(cls, content: bytes, language: str, route: Any) -> KeptPage:
        """`content` is the whole page as HTML."""
        etag = etag_of(content)
        headers = {
            "content-length": str(len(content)),
            "content-type": HTML,
            "etag": etag,
            "cache-control": CACHE_CONTROL,
            "content-language": language,
        }
        pairs = tuple((name.encode(), value.encode()) for name, value in headers.items())
        return cls(content, etag, pairs, route)

    def answer(self, request: Request) -> Response:
        """The page, or 304 when the client has it already."""
        if names(request) & {self.etag, "*"}:
            response = Response(status_code=304)
            response.raw_headers = list(self.headers[2:])
            return response
        response = Response()
        response.body, response.raw_headers = self.content, list(self.headers)
        return response


class KeptPages:
    """Pages by key, for `SECONDS`; safe to share between threads."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._pages: OrderedDict[Hashable, tuple[float, KeptPage]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> KeptPage | None:
        """The page, None when it was never drawn or too long ago."""
        with self._lock:
            held = self._pages.get(key)
        if held is None or self._now() - held[0] > SECONDS:
            return None
        return held[1]

    def put(self, key: Hashable, page: KeptPage) -> None:
        """Keeps a page, and drops the one that was drawn first when there are too many."""
        with self._lock:
            self._pages[key] = (self._now(), page)
            self._pages.move_to_end(key)
            if len(self._pages) > MOST:
                self._pages.popitem(last=False)


def page_key(request: Request, digest: str, config: WebConfig) -> Hashable:
    """What a kept page depends on: its address, the index, whether the visitor may see GPUs, and at the root
    the language of who arrives: some are sent on."""
    path = request.scope["path"]
    elsewhere = wanted_elsewhere(request.headers) if path == "/" else None
    return (path, digest, may_see_gpus(request, config), elsewhere)


class AnswerKept:
    """Answers with a kept page before any route is looked for."""

    def __init__(self, app: ASGIApp, kept: KeptPages, key: Callable[[Request], Hashable | None]) -> None:
        """`key` says what the page depends on beside its text; None where no page may be kept."""
        self._app = app
        self._kept = kept
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = self._page(scope)
        if page is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = page.route
        await page.answer(Request(scope))(scope, receive, send)

    def _page(self, scope: Scope) -> KeptPage | None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["query_string"]:
            return None
        key = self._key(Request(scope))
        return None if key is None else self._kept.get(key)
