"""Body caps counted while reading, hosts of unsafe requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.problems import ErrorPage, Problem

ENVELOPE = 64 * 1024
"""Room for the multipart or JSON envelope around a paste."""
DRAIN_BYTES = 64 * 1024 * 1024
DRAIN_SECONDS = 10.0
SILENT_SECONDS = 20.0
"""How long a body may pause."""
BODY_SECONDS = 300.0
"""How long a whole body may take: 16 MiB at half a megabit a second."""
PLAIN_CODINGS = frozenset({"", "identity"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class _GoneError(Exception):
    """The client left before its body was whole."""


class BodyLimit:
    """Refuses bodies over `2 x max_paste + 64 KiB` with 413, slow ones with 408, compressed ones with 415.

    Of a body that is too large the rest is read and dropped first (bounded in bytes and time): a client that is
    still sending would otherwise see a reset connection instead of the answer. A compressed body is never
    unpacked, so that none can unpack to more than was counted. A body that breaks off is never handed on.
    """

    def __init__(
        self,
        app: ASGIApp,
        max_paste: int,
        answer: ErrorPage,
        silent: float = SILENT_SECONDS,
        whole: float = BODY_SECONDS,
    ) -> None:
        """`silent` and `whole`: seconds that a body may pause, and take."""
        self._app = app
        self._max_paste = max_paste
        self._answer = answer
        self._cap = 2 * max_paste + ENVELOPE
        self._silent = silent
        self._whole = whole

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        try:
            body = await self._read(Request(scope), receive)
        except Problem as problem:
            await self._answer(Request(scope), problem)(scope, receive, send)
            return
        except _GoneError:
            return
        await self._app(scope, _replay(body, receive), send)

    async def _read(self, request: Request, receive: Receive) -> bytes:
        """The whole body. Raises Problem 408, 413 or 415, and _GoneError."""
        coding = request.headers.get("content-encoding", "").strip().lower()
        if coding not in PLAIN_CODINGS:
            await _drain(receive)
            raise _compressed()
        body = bytearray()
        try:
            async with asyncio.timeout(self._whole):
                async for chunk in _chunks(receive, self._silent):
                    body += chunk
                    if len(body) > self._cap:
                        await _drain(receive)
                        raise too_large(self._max_paste)
        except TimeoutError:
            raise _too_slow() from None
        return bytes(body)


def _compressed() -> Problem:
    return Problem(
        415,
        "Compressed body",
        "Bodies are not unpacked here; send the log itself, without Content-Encoding",
        headers={"Accept-Encoding": "identity"},
    )


def _too_slow() -> Problem:
    return Problem(
        408,
        "Body too slow",
        "The body paused or took too long; send it again",
        headers={"Connection": "close"},
    )


async def _chunks(receive: Receive, silent: float | None = None) -> AsyncIterator[bytes]:
    """The body as it comes. Raises TimeoutError when nothing comes for `silent` seconds, and _GoneError."""
    while True:
        async with asyncio.timeout(silent):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        yield message.get("body", b"")
        if not message.get("more_body", False):
            return


async def _drain(receive: Receive) -> None:
    dropped = 0
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for chunk in _chunks(receive):
                dropped += len(chunk)
                if dropped > DRAIN_BYTES:
                    return
    except (TimeoutError, _GoneError):
        return


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def too_large(max_paste: int) -> Problem:
    """The 413 of a paste over the limit, with the remedy."""
    return Problem(
        413,
        "Paste too large",
        f"The paste is larger than {max_paste // 1024} KiB; send the part around the first error, "
        "or run `faultbook match FILE`, which streams files of any size",
        extra={"limit": max_paste},
    )


class SameOrigin:
    """Refuses unsafe requests that another site's page sent.

    `Sec-Fetch-Site` of same-origin or none passes, else `Origin` must equal ours; with neither header
    (curl, CI) the request passes.
    """

    def __init__(self, app: ASGIApp, public_url: str | None, answer: ErrorPage) -> None:
        self._app = app
        self._public_url = public_url
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            request = Request(scope)
            if not self._allowed(request):
                problem = Problem(
                    403, "Cross-site request", "Send this from Faultbook's own pages or without Origin"
                )
                await self._answer(request, problem)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _allowed(self, request: Request) -> bool:
        site = request.headers.get("sec-fetch-site")
        if site in ("same-origin", "none"):
            return True
        origin = request.headers.get("origin")
        if origin is None:
            return site is None
        ours = {f"{request.url.scheme}://{request.headers.get('host', '')}"}
        if self._public_url:
            parts = urlsplit(self._public_url)
            ours.add(f"{parts.scheme}://{parts.netloc}")
        return origin in ours
