"""Articles: the page, its live part alone, its Markdown and JSON twins, whether it helped."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from app.articles.model import Article
from app.live.gpu_fit import fit
from app.live.model import GpuFit
from app.state.votes import LONGEST_TEXT
from app.web.api.articles import article_json
from app.web.api.shared import cast_vote
from app.web.caching import tagged
from app.web.causes import own_signatures
from app.web.html.site import Site
from app.web.language import localised
from app.web.problems import Problem
from app.web.sight import may_see_gpus
from app.web.views.article import ArticlePage, LiveFragment, LivePart, SignatureChip

MARKDOWN = "text/markdown; charset=utf-8"


def article_routes(site: Site) -> APIRouter:
    """The pages of single articles."""
    router = APIRouter()

    @router.api_route("/articles/{slug}.md", methods=["GET", "HEAD"])
    def markdown(request: Request, slug: str) -> Response:
        article = site.index.article(slug)
        if article is None:
            return moved(site, request, slug, ".md")
        page = article.page(site.language)
        text = f"# {page.title}\n\n{page.summary}\n\n{page.body.lstrip()}"
        return tagged(request, text.encode(), MARKDOWN)

    @router.api_route("/articles/{slug}.json", methods=["GET", "HEAD"])
    def twin(request: Request, slug: str) -> Response:
        return article_json(site.services, request, slug, site.language)

    @router.api_route("/articles/{slug}", methods=["GET", "HEAD"])
    async def article(request: Request, slug: str) -> Response:
        found = site.index.article(slug)
        if found is None:
            return await run_in_threadpool(moved, site, request, slug)
        return await site.show_kept(request, lambda: article_page(site, request, found))

    @router.get("/articles/{slug}/live")
    def live(request: Request, slug: str) -> Response:
        found = site.index.article(slug)
        if found is None:
            return moved(site, request, slug, "/live")
        shell = site.shell(request, listed=False)
        return site.answer(LiveFragment(shell, live_part(site, request, found)))

    @router.post("/articles/{slug}/vote")
    async def vote(request: Request, slug: str) -> Response:
        found = site.index.article(slug)
        if found is None:
            return moved(site, request, slug)
        return RedirectResponse(localised(await _cast(site, request, found.slug), site.language), 303)

    return router


async def _cast(site: Site, request: Request, slug: str) -> str:
    """Notes the vote of a form; the address of the page that thanks. Raises Problem 422 over the longest text."""
    form = await request.form(max_files=0, max_fields=3)
    helpful = form.get("helpful") == "yes"
    text = str(form.get("text") or "").replace("\r\n", "\n").strip()  # browsers count a line end once
    if len(text) > LONGEST_TEXT:
        raise Problem(422, "Too long", f"text: may hold {LONGEST_TEXT} characters, this one has {len(text)}")
    await run_in_threadpool(cast_vote, site.services, request, slug, helpful, text)
    return f"/articles/{slug}?helped={'yes' if helpful else 'no'}{'&told=yes' if text else ''}#helped"


def moved(site: Site, request: Request, slug: str, suffix: str = "") -> Response:
    """301 to the article that has `slug` as an alias, else 404."""
    canonical = site.index.resolve(slug)
    if canonical is None or canonical == slug:
        return site.missing(request, slug.replace("-", " ")[:100])
    return RedirectResponse(localised(f"/articles/{canonical}{suffix}", site.language), 301)


def article_page(site: Site, request: Request, article: Article) -> ArticlePage:
    """The page with the titles of all it links to."""
    index = site.index
    neighbours = site.shelf.of(index).order.get(article.slug, (None, None))
    named = (*article.related, *article.heirs, *(row.slug for row in article.tell_apart))
    return ArticlePage.from_article(
        site.shell(request),
        article,
        live_part(site, request, article),
        site.titles((*named, *(slug for slug in neighbours if slug))),
        _chips(site, article),
        neighbours,
        site.web.config.edit_url,
    )


def live_part(site: Site, request: Request, article: Article) -> LivePart:
    """References as they are known now, and the GPUs where this visitor may see them."""
    return LivePart.from_article(article, site.changes(article.refs), _fits(site, request, article))


def _fits(site: Site, request: Request, article: Article) -> tuple[GpuFit, ...] | None:
    needs = article.hardware
    if needs is None or not may_see_gpus(request, site.web.config):
        return None
    return tuple(
        fit(gpu, needs.vendor, needs.min_capability, needs.max_capability, needs.min_memory_gib)
        for gpu in site.services.gpus.snapshot(0).gpus
    )


def _chips(site: Site, article: Article) -> tuple[SignatureChip, ...]:
    """Each signature of the article in its own words, leading to the page of its tag."""
    return tuple(
        SignatureChip(tag.id, own.error, own.type, own.where)
        for tag in site.index.tags_of(article.slug)
        for own in own_signatures(article, tag)
    )
