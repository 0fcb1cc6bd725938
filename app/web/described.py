"""The OpenAPI description with the errors that routes really answer: problem+json, not FastAPI's default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI

from app.web.problems import MEDIA_TYPE
from app.web.rates import is_limited

PROBLEM: dict[str, Any] = {
    "type": "object",
    "title": "Problem",
    "description": "An error after RFC 9457; some carry more members, such as `errors` or `limit`.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}}
_UNUSED = ("HTTPValidationError", "ValidationError")


class DescribedAPI(FastAPI):
    """FastAPI that describes its errors as they are."""

    def openapi(self) -> dict[str, Any]:
        """The description; made once."""
        if self.openapi_schema is None:
            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with the errors of every operation."""
    components = schema.setdefault("components", {}).setdefault("schemas", {})
    for name in _UNUSED:
        components.pop(name, None)
    components["Problem"] = PROBLEM
    for path, method, operation in _operations(schema):
        responses = operation["responses"]
        if "422" in responses:
            responses["422"] = _problem("A parameter or the body is not valid.")
        responses |= _errors(path, method)
    return schema


def _errors(path: str, method: str) -> dict[str, Any]:
    found: dict[str, Any] = {"default": _problem("Any other error.")}
    if path == "/api/v1/articles/{slug}":
        found["301"] = {"description": "The slug is an alias; Location has the article."}
    if path == "/readyz":
        body = {"application/json": {"schema": {"$ref": "#/components/schemas/ReadyOut"}}}
        found["503"] = {"description": "The index does not serve.", "content": body}
    if method == "post":
        found["413"] = _problem("The body is larger than FAULTBOOK_MAX_PASTE allows.")
        found["415"] = _problem("The body is compressed.")
        found["503"] = _problem("Busy, or the state does not answer.", RETRY_AFTER)
    if is_limited(method.upper(), path):
        found["429"] = _problem("This client sent more than its share.", RETRY_AFTER)
    return found


def _operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _problem(what: str, headers: dict[str, Any] | None = None) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": what, "content": content} | ({"headers": headers} if headers else {})
