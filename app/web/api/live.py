"""`GET /api/v1/pulls/...` and `/gpus`: answered from what is stored; a request never calls a forge."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.articles.model import Ref
from app.index.open import Index
from app.services import Services
from app.web.api.articles import Language
from app.web.context import WebContext
from app.web.problems import Problem, not_found
from app.web.schemas.live import GpusOut, PullOut
from app.web.sight import may_see_gpus

Name = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,100}$")]


def live_routes(services: Services, web: WebContext) -> APIRouter:
    """The routes that tell what changes outside."""
    router = APIRouter(tags=["live"])

    @router.get("/pulls/{owner}/{repo}/{number}", response_model=PullOut)
    def pull(
        owner: Name, repo: Name, number: Annotated[int, Path(ge=1, le=10**9)], language: Language = "en"
    ) -> PullOut:
        """The state of a reference that an article names; others are 404: this is no proxy to the forge."""
        ref_id = f"{owner}/{repo}#{number}"
        ref = _named(services.index.current(), ref_id)
        if ref is None:
            raise not_found(f"The reference {ref_id}", "only references that an article names are watched")
        return PullOut.from_change(services.live.change(ref.id, ref.known), web.speaker(language))

    @router.get("/gpus", response_model=GpusOut)
    def gpus(request: Request, language: Language = "en") -> GpusOut:
        """The GPUs of this host and of configured exporters; private by default."""
        return gpus_out(request, services, web, language)

    return router


def gpus_out(request: Request, services: Services, web: WebContext, language: str) -> GpusOut:
    """The GPUs in one language. Raises Problem 403 where this visitor may not see them."""
    if not may_see_gpus(request, web.config):
        raise Problem(
            403,
            "GPU state is private here",
            "It is shown on loopback or with the bearer token FAULTBOOK_GPU_TOKEN; "
            "FAULTBOOK_GPUS=public opens model, memory and verdict to everyone",
        )
    return GpusOut.from_snapshot(services.gpus.snapshot(), web.speaker(language))


def _named(index: Index, ref_id: str) -> Ref | None:
    """The reference as an article names it, with what the article knows of it."""
    for slug in index.by_ref(ref_id):
        article = index.article(slug)
        for ref in article.refs if article else ():
            if ref.id == ref_id:
                return ref
    return None
