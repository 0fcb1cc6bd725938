"""`/healthz`: the process runs. `/readyz`: the index serves. `/metrics`: counters for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from app.index.errors import IndexUnusableError
from app.services import Services
from app.web.metrics import Metrics
from app.web.schemas.shared import ReadyOut


def health_routes(services: Services, metrics: Metrics) -> APIRouter:
    """The routes that operators and load balancers ask."""
    router = APIRouter(tags=["health"])

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        """200 while the process runs."""
        return {"status": "ok"}

    @router.get("/readyz", response_model=ReadyOut)
    def readyz() -> Response:
        """200 whenever the index serves; the body names how the state is."""
        state = services.store.status.health.value
        try:
            digest = services.index.current().digest
        except IndexUnusableError:
            return JSONResponse({"index": None, "state": state}, 503, {"Retry-After": "5"})
        return JSONResponse({"index": digest, "state": state})

    @router.get("/metrics", include_in_schema=False)
    def prometheus() -> Response:
        """Counters and timings in Prometheus' text form."""
        content, media_type = metrics.render()
        return Response(content, media_type=media_type)

    return router
