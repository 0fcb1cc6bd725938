"""The lists of articles, and of what no article covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.index.model import (
    ArticlePage,
    Facet,
    SignatureTag,
)
from app.state.model import Gap
from app.web.views.lists import Line
from app.web.views.narrow import Choices, Pager, choices
from app.web.views.shell import Shell, SitePage


@dataclass(frozen=True, slots=True)
class ArticlesPage(SitePage):
    """Every article, narrowed by what the query string asks for."""

    template: ClassVar[str] = "articles.html"
    twinned: ClassVar[bool] = True

    lines: tuple[Line, ...]
    facets: tuple[Choices, ...]
    pager: Pager
    signature: SignatureTag | None

    @classmethod
    def from_list(
        cls,
        shell: Shell,
        listed: ArticlePage,
        wanted: Mapping[str, str | None],
        facets: Mapping[str, tuple[Facet, ...]],
        signature: SignatureTag | None,
    ) -> ArticlesPage:
        """`wanted` is the query string, `signature` the tag that it names, where it exists."""
        return cls(
            shell,
            tuple(Line.from_item(item, shell.language) for item in listed.items),
            choices(wanted, facets),
            Pager.of(listed.total, listed.page, listed.next, wanted),
            signature,
        )


@dataclass(frozen=True, slots=True)
class GapsPage(SitePage):
    """What people met and no article covers."""

    template: ClassVar[str] = "gaps.html"
    twinned: ClassVar[bool] = True

    errors: tuple[Gap, ...]
    searches: tuple[Gap, ...]
    available: bool
    """False: the state store does not answer."""

    @classmethod
    def from_gaps(cls, shell: Shell, gaps: Iterable[Gap] | None) -> GapsPage:
        """None where they cannot be read now."""
        rows = tuple(gaps or ())
        return cls(
            shell,
            tuple(gap for gap in rows if gap.kind == "error"),
            tuple(gap for gap in rows if gap.kind == "search"),
            gaps is not None,
        )
