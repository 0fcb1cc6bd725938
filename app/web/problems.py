"""Every API error is RFC 9457 problem+json; every page error is a page. One place chooses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from app.index.errors import IndexUnusableError
from app.state.errors import StateDownError

MEDIA_TYPE = "application/problem+json"
API_PREFIX = "/api/"
MACHINE_PATHS = (API_PREFIX, "/healthz", "/readyz", "/metrics")

ErrorPage = Callable[[Request, "Problem"], Response]


@dataclass
class Problem(Exception):
    """An error that a client sees: what, where and what to do.

    `detail` is for a reader; `extra` holds machine-readable members beside RFC 9457's own.
    """

    status: int
    title: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """The members of the problem document."""
        return {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.extra,
        }


def not_found(what: str, remedy: str) -> Problem:
    """404 for a thing that is named but does not exist."""
    return Problem(404, "Not found", f"{what} does not exist; {remedy}")


def is_machine(path: str) -> bool:
    """Whether a path is answered with JSON rather than a page."""
    return path.startswith(MACHINE_PATHS) or path.endswith(".json")


def problem_response(problem: Problem) -> JSONResponse:
    """The problem document as a response."""
    return JSONResponse(problem.body(), problem.status, dict(problem.headers), media_type=MEDIA_TYPE)


def _of_http(exc: HTTPException) -> Problem:
    title = HTTPStatus(exc.status_code).phrase
    detail = (
        exc.detail
        if isinstance(exc.detail, str) and exc.detail != title
        else _DETAILS.get(exc.status_code, title)
    )
    return Problem(exc.status_code, title, detail, dict(exc.headers or {}))


def _of_validation(exc: RequestValidationError) -> Problem:
    errors = [
        {"field": ".".join(str(part) for part in error["loc"]), "message": error["msg"]}
        for error in exc.errors()
    ]
    first = errors[0] if errors else {"field": "body", "message": "invalid"}
    return Problem(
        422,
        "Invalid request",
        f"{first['field']}: {first['message']}",
        extra={"errors": errors},
    )


_INDEX_DOWN = Problem(
    503,
    "The index does not serve",
    "Articles cannot be read just now; the operator can build the index anew with `faultbook index`",
    headers={"Retry-After": "5"},
)
_STATE_DOWN = Problem(
    503,
    "The state does not answer",
    "Sharing, votes and gaps are out for now; articles, search and matching go on",
    headers={"Retry-After": "10"},
)
_DETAILS = {
    404: "Nothing lives at this address; GET /api/v1/articles lists the articles, /openapi.json the routes",
    405: "This method is not allowed here; the Allow header lists the ones that are",
}


def answer_with(error_page: ErrorPage) -> ErrorPage:
    """Chooses the face of a problem: problem+json for machine paths, `error_page` for the rest."""

    def answer(request: Request, problem: Problem) -> Response:
        if is_machine(request.url.path):
            return problem_response(problem)
        return error_page(request, problem)

    return answer


def install(app: FastAPI, answer: ErrorPage) -> None:
    """Registers the handlers that turn each exception into a Problem and `answer` it."""

    def handler(translate: Callable[[Any], Problem]) -> Callable[[Request, Exception], Awaitable[Response]]:
        async def handle(request: Request, exc: Exception) -> Response:
            return answer(request, translate(exc))

        return handle

    app.add_exception_handler(Problem, handler(lambda problem: problem))
    app.add_exception_handler(HTTPException, handler(_of_http))
    app.add_exception_handler(IndexUnusableError, handler(lambda _: _INDEX_DOWN))
    app.add_exception_handler(StateDownError, handler(lambda _: _STATE_DOWN))
    app.add_exception_handler(RequestValidationError, handler(_of_validation))
    app.add_exception_handler(
        Exception,
        handler(
            lambda _: Problem(
                500,
                "Internal error",
                "Something broke on our side; nothing you sent was kept. Try again, and report it if it stays",
            )
        ),
    )
