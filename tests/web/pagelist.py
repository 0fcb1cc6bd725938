"""One page of every kind, in one language, from the samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from app.articles.model import Article, Library
from app.index.browse import list_articles, list_facets
from app.index.model import ArticleFilter, SearchQuery
from app.index.open import Index
from app.index.search import search
from app.phrase import Phrase
from app.state.model import Gap
from app.web.causes import causes_of
from app.web.views.article import ArticlePage, LiveFragment, LivePart, SignatureChip
from app.web.views.errors import ErrorView
from app.web.views.gpus import GpuPart, GpusFragment, GpusPage, OwnFit, OwnGpu
from app.web.views.listed import ArticlesPage, GapsPage
from app.web.views.lists import HomePage, Line, Sample
from app.web.views.result import ResultPage, Sharing
from app.web.views.search import SearchPage
from app.web.views.shared import SharedPage
from app.web.views.shell import Shell, SitePage
from app.web.views.signatures import SignaturePage, SignaturesPage
from app.web.views.sources import Source
from app.web.views.system import (
    COLOURS,
    SIZES,
    SPACES,
    AboutPage,
    DesignPage,
    ErrorPage,
    ShapeSamples,
    ShapesPage,
    StatusPage,
    split_problems,
)
from tests.web import samples

Maker = Callable[[Shell, Library, Index], SitePage]


def shell(language: str, path: str = "/", **changes: object) -> Shell:
    """A frame with a public address."""
    base = Shell(language, path, samples.NOW, public_url="https://faults.example", version="0.1.0")
    return replace(base, **changes)  # type: ignore[arg-type]


def _result(name: str, sharing: Sharing | None = None) -> Maker:
    def make(frame: Shell, library: Library, _: Index) -> ResultPage:
        made = {
            "match": samples.matched(library),
            "maybe": samples.undecided(library),
            "none": samples.uncovered(),
            "empty": samples.empty(),
        }[name]
        articles = {article.slug: article for article in library.articles}
        titles = {article.slug: article.page(frame.language).title for article in library.articles}
        redacted = made.report.errors[0].message.split("\n")[0] if made.report.errors else ""
        return ResultPage.from_diagnosis(
            replace(frame, listed=False, switchable=False),
            made,
            articles,
            samples.changes(),
            titles,
            redacted,
            sharing,
        )

    return make


def _article(change: Callable[[Article], Article], live: bool = True) -> Maker:
    def make(frame: Shell, library: Library, index: Index) -> ArticlePage:
        base = next(article for article in library.articles if article.slug == samples.MLA)
        article = change(base)
        titles = {item.slug: item.page(frame.language).title for item in library.articles}
        fits = samples.fits() if live else None
        chips = tuple(
            SignatureChip(tag.id, tag.error, tag.type, ("page == 64",)) for tag in index.tags_of(base.slug)
        )
        return ArticlePage.from_article(
            frame,
            article,
            LivePart.from_article(article, samples.changes() if live else {}, fits),
            titles,
            chips,
            (samples.SWA, None),
            "https://example.org/edit/",
        )

    return make


def _stale(article: Article) -> Article:
    pages = {language: replace(page, stale=True) for language, page in article.pages.items()}
    return replace(article, pages=pages)


def _search(text: str, instead: str | None = None, **chosen: str) -> Maker:
    def make(frame: Shell, _: Library, index: Index) -> SearchPage:
        query = SearchQuery(instead or text, prefer=frame.language, size=2, **chosen)  # type: ignore[arg-type]
        return SearchPage.from_result(frame, text, chosen, search(index, query), instead)

    return make


def _home(frame: Shell, _: Library, index: Index) -> HomePage:
    items = list_articles(index, ArticleFilter(), 1, 4).items
    tries = (Sample("RuntimeError: shape '[32, 64, 576]' is invalid", "RuntimeError"),)
    return HomePage.from_items(frame, items, items, items[::-1], tries, index.count, 8 * 1024 * 1024)


def _articles(frame: Shell, _: Library, index: Index) -> ArticlesPage:
    wanted = ArticleFilter(software="vllm")
    listed = list_articles(index, wanted, 1, 2)
    tag = index.signatures()[0]
    facets = list_facets(index, wanted, {samples.MLA: "released", samples.SWA: "open"})
    return ArticlesPage.from_list(frame, listed, {"software": "vllm"}, facets, tag)


def _signature(frame: Shell, _: Library, index: Index) -> SignaturePage:
    tag = max(index.signatures(), key=lambda tag: len(tag.slugs))
    return SignaturePage.from_tag(frame, tag, causes_of(index, tag, frame.language))


def _gaps(frame: Shell, _: Library, __: Index) -> GapsPage:
    error = Gap("error", "abc", "size mismatch for <path>: " * 12, 1321, samples.NOW, samples.NOW)
    query = Gap("search", "x", "flash attention 4 显存", 12, samples.NOW, samples.NOW)
    return GapsPage.from_gaps(frame, (error, query))


def _gpus(own: OwnGpu, visible: bool, wrong: bool) -> Maker:
    def make(frame: Shell, _: Library, index: Index) -> GpusPage:
        line = Line.from_item(list_articles(index, ArticleFilter(), 1, 1).items[0], frame.language)
        fits = (OwnFit(line, True, Phrase("sample.fits")), OwnFit(line, None, Phrase("sample.too_old")))
        part = GpuPart.from_snapshot(samples.snapshot()) if visible else None
        return GpusPage(frame, part, own, wrong, () if wrong else fits)

    return make


def _shapes(found: bool) -> Maker:
    def make(frame: Shell, _: Library, __: Index) -> ShapesPage:
        error = ErrorView.from_event(samples.event(type=None)) if found else None
        tries = ShapeSamples.from_messages([("torch", "index out of range in self")])
        return ShapesPage(frame, "what <b>was</b> typed", error, tries)

    return make


def _status(well: bool) -> Maker:
    def make(frame: Shell, _: Library, index: Index) -> StatusPage:
        versions = (("Faultbook", "0.1.0"),)
        if well:
            built = samples.NOW - timedelta(hours=2)
            return StatusPage(frame, index.digest, built, index.count, (), (), "ok", None, (), versions)
        errors, warnings = split_problems(samples.problems())
        blocked = samples.NOW + timedelta(minutes=20)
        sources = (
            Source("api.github.com", "waiting", blocked, Phrase("sample.limited"), 0, 60),
            *(Source(f"{state}.example", state) for state in ("answers", "unasked", "failing")),
        )
        return StatusPage(
            frame, None, None, 0, errors, warnings, "down", Phrase("sample.limited"), sources, versions
        )

    return make


def _error(status: int) -> Maker:
    def make(frame: Shell, _: Library, index: Index) -> ErrorPage:
        items = list_articles(index, ArticleFilter(), 1, 2).items
        lines = tuple(Line.from_item(item, frame.language) for item in items)
        return ErrorPage(
            replace(frame, listed=False),
            status,
            "<script>",
            "no kv cache",
            2**23 if status == 413 else None,
            lines,
        )

    return make


PAGES: Mapping[str, Maker] = {
    "home": _home,
    "match": _result("match", Sharing("Traceback <redacted:token>", None, 30)),
    "match-shared": _result("match", Sharing("Traceback", samples.NOW + timedelta(days=3), 30)),
    "maybe": _result("maybe"),
    "none": _result("none"),
    "empty": _result("empty"),
    "article": _article(lambda article: article),
    "article-plain": _article(samples.plain_article, live=False),
    "article-stale": _article(_stale),
    "article-missing": _article(
        lambda article: replace(article, pages={article.source: article.pages[article.source]})
    ),
    "article-split": _article(lambda article: replace(article, status="split", heirs=(samples.SWA,))),
    "article-retired": _article(lambda article: replace(article, status="retired")),
    "live": lambda frame, library, index: LiveFragment(
        frame,
        _article(lambda article: article)(frame, library, index).live,  # type: ignore[attr-defined]
    ),
    "search": _search("kv"),
    "search-narrowed": _search("kv", software="vllm"),
    "search-typo": _search("tensr paralel", "tensor parallel"),
    "search-none": _search("<b>zzzzqq</b> 显存不存在的"),
    "search-start": _search(""),
    "articles": _articles,
    "signatures": lambda frame, _, index: SignaturesPage.from_tags(frame, index.signatures()),
    "signature": _signature,
    "gaps": _gaps,
    "gaps-down": lambda frame, _, __: GapsPage.from_gaps(frame, None),
    "gpus": _gpus(OwnGpu(), True, False),
    "gpus-live": lambda frame, _, __: GpusFragment(frame, GpuPart.from_snapshot(samples.snapshot())),
    "gpus-private": _gpus(OwnGpu("A100"), False, False),
    "gpus-wrong": _gpus(OwnGpu("A100", "x", "y", samples.MLA), False, True),
    "shapes": _shapes(True),
    "shapes-unread": _shapes(False),
    "status": _status(True),
    "status-bad": _status(False),
    "about": lambda frame, _, index: AboutPage(frame, index.count, 8 * 1024 * 1024),
    "design": lambda frame, _, __: DesignPage(frame, COLOURS, SIZES, SPACES),
    "shared": lambda frame, _, __: SharedPage(frame, "abc", "token", samples.NOW + timedelta(days=30)),
    "deleted": lambda frame, _, __: SharedPage(frame, "abc", None, None),
    **{
        f"error-{status}": _error(status)
        for status in (400, 403, 404, 405, 410, 413, 422, 429, 500, 503, 418)
    },
}
"""Name -> how to make the page."""
