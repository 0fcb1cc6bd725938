"""`POST /api/v1/match` and `/shapes/explain`: a paste in, a diagnosis out."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ValidationError

from app.matching.diagnose import LOSERS, diagnose
from app.matching.model import Diagnosis, Verdict
from app.reports.parse import parse_text
from app.reports.redact import redact
from app.services import Services
from app.shapes.model import Explanation
from app.shapes.solve import explain
from app.text.template import template, template_id
from app.web.context import WebContext
from app.web.limits import too_large
from app.web.problems import Problem
from app.web.schemas.diagnosis import (
    DiagnosisOut,
    ExplainOut,
    ExplainRequest,
    MatchRequest,
)

_BODY_DOCS = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": MatchRequest.model_json_schema()},
            "text/plain": {"schema": {"type": "string"}},
        },
    }
}


def match_routes(services: Services, web: WebContext) -> APIRouter:
    """The routes that analyse text, on the gate's worker threads."""
    router = APIRouter(tags=["match"])

    @router.post("/match", response_model=DiagnosisOut, openapi_extra=_BODY_DOCS)
    async def match(
        request: Request,
        explain: Annotated[bool, Query(description="With the candidates that were not chosen.")] = False,
    ) -> Response:
        """Diagnose a paste: JSON `{"text": ...}` or the bare text as text/plain."""
        asked = await _read(request, web.max_paste)
        losers = LOSERS if explain else 0
        diagnosis = await web.gate.run(
            lambda: diagnose_text(services, asked.text, asked.limit, losers), len(asked.text)
        )
        return _answer(
            DiagnosisOut.from_diagnosis(diagnosis, web.speaker(asked.language), asked.language, explain)
        )

    @router.post("/shapes/explain", response_model=ExplainOut)
    async def shapes(asked: ExplainRequest) -> Response:
        """What the numbers of a message say, without looking for an article."""
        _check_size(asked.text, web.max_paste)
        say = web.speaker(asked.language)
        explanation = await web.gate.run(lambda: explain_text(asked.text), len(asked.text))
        return _answer(ExplainOut.from_explanation(explanation, say))

    return router


def diagnose_text(
    services: Services, text: str | bytes, limit: int, losers: int = LOSERS, first: bool = True
) -> Diagnosis:
    """The diagnosis of a paste; not `first` where the paste was counted before."""
    diagnosis = diagnose(
        parse_text(text), services.index.current(), services.profiles, services.weights, limit, losers
    )
    if first:
        _count(services, diagnosis)
    for found in diagnosis.matches:
        for ref in found.refs:
            services.live.change(ref.id, ref.known)
    return diagnosis


def _count(services: Services, diagnosis: Diagnosis) -> None:
    """Counts the article of a certain answer, or as a gap the template of an error that none covers."""
    report = diagnosis.report
    if diagnosis.verdict is Verdict.MATCH:
        slug = diagnosis.matches[0].slug
        services.store.gaps.count("met", slug, slug)
    elif diagnosis.verdict is Verdict.NONE and report.errors and report.hint is None:
        masked = template(redact(next(iter(report.errors[0].message.splitlines()), "")))
        if masked:
            services.store.gaps.count("error", template_id(masked), masked)


def explain_text(text: str) -> Explanation | None:
    """The explanation of a bare message, else of the root cause of a longer text."""
    direct = explain(text)
    if direct is not None:
        return direct
    errors = parse_text(text).errors
    return errors[0].explanation if errors else None


def _answer(body: BaseModel) -> Response:
    """The model as JSON; a framework that is handed the model checks once more what was just made."""
    return Response(body.model_dump_json(by_alias=True), media_type="application/json")


async def _read(request: Request, max_paste: int) -> MatchRequest:
    body = await request.body()
    if request.headers.get("content-type", "").split(";")[0].strip() == "text/plain":
        asked = MatchRequest(text=body.decode("utf-8", "replace"))
    else:
        asked = _read_json(body)
    _check_size(asked.text, max_paste)
    return asked


def _read_json(body: bytes) -> MatchRequest:
    try:
        return MatchRequest.model_validate_json(body)
    except ValidationError as exc:
        errors = [
            {"field": ".".join(str(part) for part in error["loc"]) or "body", "message": error["msg"]}
            for error in exc.errors()
        ]
        first = errors[0]
        raise Problem(
            422,
            "Invalid request",
            f"{first['field']}: {first['message']}; send JSON like "
            f"{json.dumps({'text': 'RuntimeError: ...'})}, or the log itself as text/plain",
            extra={"errors": errors},
        ) from exc


def _check_size(text: str, max_paste: int) -> None:
    if len(text) > max_paste or len(text.encode("utf-8", "replace")) > max_paste:
        raise too_large(max_paste)
