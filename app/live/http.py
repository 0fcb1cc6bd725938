"""Requests to the outside, bounded: hosts, hops, bytes and time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

import httpx2

from app.live.config import HttpConfig
from app.live.faults import BadAnswerError, ForgeError, UnreachableError
from app.phrase import Phrase

MOST_HOPS = 3
REDIRECTS = frozenset({301, 302, 307, 308})
AGENT = "faultbook"
"""GitHub refuses requests without a User-Agent."""

FOREIGN: tuple[tuple[type[Exception], type[ForgeError], str], ...] = (
    (TimeoutError, UnreachableError, "live.timeout"),
    (httpx2.TimeoutException, UnreachableError, "live.timeout"),
    (httpx2.ConnectError, UnreachableError, "live.no_connection"),
    (httpx2.InvalidURL, BadAnswerError, "live.bad_address"),
    (httpx2.UnsupportedProtocol, BadAnswerError, "live.bad_address"),
    (httpx2.HTTPError, UnreachableError, "live.broken_off"),
)
"""Foreign exceptions and ours, most specific first."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer, read whole."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    url: str
    """Where the last hop led."""
    moved: bool = False
    """A permanent redirect was followed."""

    def json(self) -> object:
        """The body as JSON. Raises BadAnswerError."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise BadAnswerError(Phrase("live.wrong_json")) from error


def origin(address: str | httpx2.URL) -> str:
    """`scheme://host:port` of an address, the default port spelled out."""
    url = httpx2.URL(address)
    port = url.port or {"http": 80, "https": 443}.get(url.scheme, 0)
    return f"{url.scheme}://{url.host}:{port}"


class Fetcher:
    """One client for all forges. A request to a host outside `hosts` is refused before it is made."""

    def __init__(self, hosts: frozenset[str], config: HttpConfig) -> None:
        self._origins = frozenset(origin(host) for host in hosts)
        self._config = config
        self._client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(config.read_seconds, connect=config.connect_seconds),
            follow_redirects=False,
            trust_env=False,
            proxy=config.proxy,
            limits=httpx2.Limits(max_connections=8),
        )

    async def get(self, url: str, headers: Mapping[str, str]) -> Reply:
        """GET `url`, following at most three redirects that stay on its host. Raises ForgeError."""
        return await self._bounded("GET", url, headers, None)

    async def post(self, url: str, headers: Mapping[str, str], body: Mapping[str, object]) -> Reply:
        """POST JSON to `url`; redirects are not followed. Raises ForgeError."""
        return await self._bounded("POST", url, headers, json.dumps(body).encode())

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def _bounded(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        try:
            async with asyncio.timeout(self._config.total_seconds):
                return await self._hops(method, url, headers, body)
        except tuple(row[0] for row in FOREIGN) as error:
            kind, phrase = next((row[1], row[2]) for row in FOREIGN if isinstance(error, row[0]))
            raise kind(Phrase(phrase)) from error

    async def _hops(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        first, moved = origin(url), False
        for _hop in range(MOST_HOPS + 1):
            if origin(url) not in self._origins or origin(url) != first:
                raise BadAnswerError(Phrase("live.redirect_elsewhere", {"host": httpx2.URL(url).host}))
            reply = await self._once(method, url, headers, body)
            if reply.status not in REDIRECTS or method != "GET" or "location" not in reply.headers:
                return Reply(reply.status, reply.headers, reply.body, url, moved)
            moved = moved or reply.status in {301, 308}
            url = str(httpx2.URL(url).join(reply.headers["location"]))
        raise BadAnswerError(Phrase("live.redirect_loop"))

    async def _once(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        """One request, its body read under the byte limit. Compressed bodies are refused: they could grow."""
        all_headers = {"User-Agent": AGENT, "Accept-Encoding": "identity", **headers}
        request = self._client.build_request(method, url, headers=all_headers, content=body)
        response = await self._client.send(request, stream=True)
        try:
            if response.headers.get("content-encoding", "identity") != "identity":
                raise BadAnswerError(Phrase("live.compressed"))
            chunks, size = [], 0
            async for chunk in response.aiter_raw():
                size += len(chunk)
                if size > self._config.body_limit:
                    raise BadAnswerError(Phrase("live.too_large", {"limit": self._config.body_limit}))
                chunks.append(chunk)
        finally:
            await response.aclose()
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Reply(response.status_code, headers, b"".join(chunks), url)
