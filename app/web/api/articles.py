"""`GET /api/v1/articles`, `/signatures`, `/gaps`: the knowledge base as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.articles.model import Article
from app.index.open import Index
from app.live.gpus import fit_all
from app.live.model import GpuFit
from app.services import Services
from app.web.caching import json_response, json_with_tag, unless_known
from app.web.causes import causes_of
from app.web.context import WebContext
from app.web.fixes import FixStates
from app.web.kept import KeptAnswer, KeptAnswers, answer_key
from app.web.listing import Narrowing, listed
from app.web.problems import not_found
from app.web.schemas.articles import (
    ArticleOut,
    ArticlesOut,
    SignatureCausesOut,
    SignatureOut,
    SignaturesOut,
)
from app.web.schemas.live import GpuFitOut, LiveOut, PullOut
from app.web.schemas.shared import GapOut, GapsOut
from app.web.sight import may_see_gpus

Language = Annotated[Literal["en", "zh"], Query(description="Language of titles, summaries and body.")]


def article_routes(services: Services, web: WebContext, fixes: FixStates, kept: KeptAnswers) -> APIRouter:
    """The routes that read the index."""
    router = APIRouter(tags=["articles"])

    @router.get("/articles", response_model=ArticlesOut)
    def articles(
        request: Request,
        q: Annotated[str, Query(max_length=2000, description="Words to search; empty lists all.")] = "",
        software: str | None = None,
        kind: str | None = None,
        family: str | None = None,
        signature: str | None = None,
        fix: Annotated[
            Literal["released", "merged", "open"] | None, Query(description="State of the fix.")
        ] = None,
        written_in: Annotated[
            Literal["en", "zh"] | None, Query(description="Only articles that have a page in this language.")
        ] = None,
        language: Language = "en",
        page: Annotated[int, Query(ge=1, le=10_000)] = 1,
        size: Annotated[int, Query(ge=1, le=100)] = 20,
    ) -> Response:
        """Articles, newest first, or the hits of a search, best first."""
        narrow = Narrowing(software, kind, family, written_in, fix, signature)
        index = services.index.current()
        whole = json_with_tag(listed(index, fixes, q, narrow, language, page, size))
        key = answer_key(request, index.digest, web.config)
        kept.put(key, KeptAnswer.from_response(whole, request.scope["route"]))
        return unless_known(request, whole)

    @router.get("/articles/{slug}", response_model=ArticleOut)
    def article(request: Request, slug: str, language: Language = "en") -> Response:
        """One article. An alias is redirected to the canonical slug."""
        return article_json(services, request, slug, language)

    @router.get("/articles/{slug}/live", response_model=LiveOut)
    def live(request: Request, slug: str, language: Language = "en") -> LiveOut:
        """The state of the article's references and how the GPUs here fit its demands."""
        found = find_article(services.index.current(), slug)
        say = web.speaker(language)
        fits: tuple[GpuFit, ...] = ()
        if found.hardware is not None and may_see_gpus(request, web.config):
            fits = fit_all(services.gpus.snapshot(), found.hardware)
        return LiveOut(
            refs=[PullOut.from_change(services.live.change(ref.id, ref.known), say) for ref in found.refs],
            gpu_fit=[GpuFitOut.from_fit(fit, say) for fit in fits],
        )

    @router.get("/signatures", response_model=SignaturesOut)
    def signatures(request: Request) -> Response:
        """Every error text that an article covers."""
        return signatures_json(services, request)

    @router.get("/signatures/{tag_id}", response_model=SignatureCausesOut)
    def signature(request: Request, tag_id: str, language: Language = "en") -> Response:
        """One error text, all its causes and what decides between them."""
        return signature_json(services, request, tag_id, language)

    @router.get("/gaps", response_model=GapsOut)
    def gaps() -> GapsOut:
        """What people met and no article covers, masked, most met first."""
        return gaps_out(services)

    return router


def find_article(index: Index, slug: str) -> Article:
    """The article behind a slug or alias. Raises Problem 404."""
    canonical = index.resolve(slug)
    found = index.article(canonical) if canonical else None
    if found is None:
        raise not_found(f"The article {slug[:80]!r}", "GET /api/v1/articles?q=... searches them")
    return found


def article_json(services: Services, request: Request, slug: str, language: str) -> Response:
    """One article as JSON: the API route and the page's `.json` twin are byte-equal."""
    index = services.index.current()
    found = find_article(index, slug)
    item = index.item(found.slug)
    if found.slug != slug or item is None:
        return RedirectResponse(str(request.url.path).replace(slug, found.slug), 301)
    return json_response(request, ArticleOut.from_article(found, item, language))


def signatures_json(services: Services, request: Request) -> Response:
    """Every error text as JSON."""
    tags = services.index.current().signatures()
    return json_response(
        request, SignaturesOut(items=[SignatureOut.from_tag(tag) for tag in tags], total=len(tags))
    )


def signature_json(services: Services, request: Request, tag_id: str, language: str) -> Response:
    """One error text with its causes as JSON. Raises Problem 404."""
    index = services.index.current()
    tag = index.signature(tag_id)
    if tag is None:
        raise not_found("This error text", "GET /api/v1/signatures lists them")
    return json_response(request, SignatureCausesOut.from_causes(tag, causes_of(index, tag, language)))


def gaps_out(services: Services) -> GapsOut:
    """What no article covers. Raises StateDownError."""
    found = services.store.gaps.top()
    return GapsOut(items=[GapOut.from_gap(gap) for gap in found], total=len(found))
