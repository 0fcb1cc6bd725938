"""The page of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.index.model import (
    SearchResult,
)
from app.web.views.lists import software_label
from app.web.views.narrow import Choices, Pager, choices
from app.web.views.shell import Shell, SitePage
from app.web.views.text import Part, parts


@dataclass(frozen=True, slots=True)
class Hit:
    """One article found, and the section to land on."""

    slug: str
    fragment: str
    title: tuple[Part, ...]
    heading: str | None
    snippets: tuple[tuple[Part, ...], ...]
    software: str
    kind: str
    updated: str


@dataclass(frozen=True, slots=True)
class SearchPage(SitePage):
    """What a search found, or an empty form with the syntax."""

    template: ClassVar[str] = "search.html"
    twinned: ClassVar[bool] = True

    text: str
    hits: tuple[Hit, ...]
    facets: tuple[Choices, ...]
    pager: Pager
    did_you_mean: str | None
    instead: str | None
    """The hits are of these words: those typed were found nowhere."""
    relaxed: bool

    @classmethod
    def from_result(
        cls,
        shell: Shell,
        text: str,
        facets: Mapping[str, str | None],
        result: SearchResult,
        instead: str | None = None,
    ) -> SearchPage:
        """`facets` are those chosen; `instead` is what was searched for in place of `text`."""
        wanted = {"q": instead or text, **facets}
        hits = tuple(
            Hit(
                hit.slug,
                f"#{hit.section}" if hit.section else "",
                parts(hit.title),
                hit.heading,
                tuple(parts(snippet) for snippet in hit.snippets),
                software_label(hit.item.software),
                hit.item.kind,
                hit.item.updated,
            )
            for hit in result.items
        )
        return cls(
            shell,
            text,
            hits,
            choices(wanted, result.facets),
            Pager.of(result.total, result.page, result.next, wanted),
            result.did_you_mean,
            instead,
            result.relaxed,
        )
