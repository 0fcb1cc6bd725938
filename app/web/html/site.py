"""What every HTML route does: a shell for its page, the page drawn, an ETag on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from app.articles.model import Ref
from app.index.model import SearchQuery
from app.index.open import Index
from app.index.search import search
from app.live.model import Change
from app.services import Services
from app.web.caching import HTML, tagged, unless_known, with_tag
from app.web.context import WebContext
from app.web.fixes import FixStates
from app.web.html.shelf import Shelf
from app.web.kept import KeptAnswer, KeptAnswers, answer_key
from app.web.language import split_language
from app.web.templating import Page, Templates
from app.web.views.lists import Line
from app.web.views.shell import Shell
from app.web.views.system import ErrorPage

SUGGESTED = 5


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of one language."""

    services: Services
    templates: Templates
    web: WebContext
    language: str
    version: str
    shelf: Shelf
    kept: KeptAnswers
    fixes: FixStates

    @property
    def index(self) -> Index:
        """The index in use. Raises IndexUnusableError."""
        return self.services.index.current()

    def shell(self, request: Request, listed: bool = True, switchable: bool = True) -> Shell:
        """The frame of the page that answers `request`."""
        _, path = split_language(request.url.path)
        return Shell(
            language=self.language,
            path=path,
            now=self.services.clock.now(),
            query=f"?{request.url.query}" if request.url.query else "",
            public_url=self.web.config.public_url,
            version=self.version,
            listed=listed and not request.url.query,
            switchable=switchable,
        )

    def show(self, request: Request, page: Page) -> Response:
        """The page, or 304 when the client has it already."""
        return tagged(
            request, self.templates.render(page).encode(), HTML, {"Content-Language": self.language}
        )

    async def show_kept(self, request: Request, draw: Callable[[], Page]) -> Response:
        """The page drawn by `draw` off the event loop; kept for a moment, to be answered before any route."""
        content = await run_in_threadpool(lambda: self.templates.render(draw()).encode())
        whole = with_tag(content, HTML, {"Content-Language": self.language})
        if not request.url.query:
            key = answer_key(request, self.index.digest, self.web.config)
            self.kept.put(key, KeptAnswer.from_response(whole, request.scope.get("route")))
        return unless_known(request, whole)

    def answer(self, page: Page, status: int = 200, cache: str = "no-store") -> Response:
        """The page as the answer to a form: not kept unless `cache` says so."""
        return Response(self.templates.render(page), status, {"Cache-Control": cache}, media_type=HTML)

    def missing(self, request: Request, words: str) -> Response:
        """404 with the articles that a search for the words of the address finds."""
        found = (
            search(self.index, SearchQuery(words, prefer=self.language, size=SUGGESTED)) if words else None
        )
        lines = tuple(Line.from_item(hit.item, self.language) for hit in found.items) if found else ()
        shell = replace(self.shell(request, listed=False), query="", switchable=False)
        return self.answer(ErrorPage(shell, 404, "", words, None, lines), 404)

    def titles(self, slugs: Iterable[str]) -> dict[str, str]:
        """Slug -> title in the language of the page, for those that exist."""
        index = self.index
        items = (index.item(slug) for slug in dict.fromkeys(slugs))
        return {item.slug: item.title(self.language) for item in items if item}

    def changes(self, refs: Iterable[Ref]) -> dict[str, Change]:
        """What is known of each reference now; asking marks it as looked at."""
        return {ref.id: self.services.live.change(ref.id, ref.known) for ref in refs}
