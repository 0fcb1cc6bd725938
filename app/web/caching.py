"""ETags: an unchanged answer costs the client 304 and no body."""

from __future__ import annotations

import hashlib

from fastapi import Request, Response
from pydantic import BaseModel

CACHE_CONTROL = "no-cache"
"""Kept by the client, asked again each time: an index may be swapped at any moment."""


def json_response(request: Request, body: BaseModel) -> Response:
    """The model as JSON with an ETag and open CORS; 304 when the client has it already."""
    content = body.model_dump_json(by_alias=True).encode()
    return tagged(request, content, "application/json", {"Access-Control-Allow-Origin": "*"})


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
    etag = etag_of(content)
    every = {"ETag": etag, "Cache-Control": CACHE_CONTROL, **(headers or {})}
    if names(request) & {etag, "*"}:
        return Response(status_code=304, headers=every)
    return Response(content, media_type=media_type, headers=every)
