"""ETags: an unchanged answer costs the client 304 and no body."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from fastapi import Request, Response
from pydantic import BaseModel

_OF_BODIES = frozenset({b"content-type", b"content-length"})
HTML = "text/html; charset=utf-8"
CACHE_CONTROL = "no-cache"
"""Kept by the client, asked again each time: an index may be swapped at any moment."""


def json_response(request: Request, body: BaseModel) -> Response:
    """The model as JSON with an ETag and open CORS; 304 when the client has it already."""
    return unless_known(request, json_with_tag(body))


def json_with_tag(body: BaseModel) -> Response:
    """The model as JSON with an ETag and open CORS."""
    content = body.model_dump_json(by_alias=True).encode()
    return with_tag(content, "application/json", {"Access-Control-Allow-Origin": "*"})


def etag_of(content: bytes) -> str:
    """The ETag of these bytes."""
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def names(request: Request) -> set[str]:
    """The ETags that the client says it has; `*` is any."""
    return {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}


def tagged(
    request: Request, content: bytes, media_type: str, headers: dict[str, str] | None = None
) -> Response:
    """`content` with an ETag of its bytes; 304 when `If-None-Match` names it."""
    return unless_known(request, with_tag(content, media_type, headers))


def with_tag(content: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """`content` with an ETag of its bytes."""
    every = {"ETag": etag_of(content), "Cache-Control": CACHE_CONTROL, **(headers or {})}
    return Response(content, media_type=media_type, headers=every)


def unless_known(request: Request, response: Response) -> Response:
    """`response`, which has an ETag; 304 when `If-None-Match` names it."""
    if not is_known(request, response.headers["etag"]):
        return response
    known = Response(status_code=304)
    known.raw_headers = list(bodiless(response.raw_headers))
    return known


def is_known(request: Request, etag: str) -> bool:
    """Whether the client says that it has what `etag` names."""
    return "if-none-match" in request.headers and not names(request).isdisjoint((etag, "*"))


def bodiless(headers: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...]:
    """The headers without those of a body, for a 304."""
    return tuple(pair for pair in headers if pair[0] not in _OF_BODIES)
