"""An article as a line of a list, and the home page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from app.articles.vocabulary import software
from app.index.model import (
    ArticleItem,
)
from app.web.views.shell import Shell, SitePage


def software_label(software_id: str) -> str:
    """The name people write; the id where the vocabulary has none."""
    row = software(software_id)
    return row.label if row else software_id


@dataclass(frozen=True, slots=True)
class Line:
    """An article in a list."""

    slug: str
    title: str
    summary: str
    software: str
    kind: str
    updated: str
    status: str

    @classmethod
    def from_item(cls, item: ArticleItem, language: str) -> Line:
        """In the language of the page where there is a translation."""
        return cls(
            item.slug,
            item.title(language),
            item.summary(language),
            software_label(item.software),
            item.kind,
            item.updated,
            item.status,
        )


@dataclass(frozen=True, slots=True)
class Sample:
    """A real paste to try."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HomePage(SitePage):
    """The paste box, search, and where to begin without either."""

    template: ClassVar[str] = "home.html"
    twinned: ClassVar[bool] = True

    recent: tuple[Line, ...]
    met: tuple[Line, ...]
    """What pastes here were about; empty while too few were counted."""
    reported: tuple[Line, ...]
    """Shown in its place then: what most public reports are about."""
    samples: tuple[Sample, ...]
    count: int
    """Articles in the index."""
    max_paste: int
    """Bytes."""

    @classmethod
    def from_items(
        cls,
        shell: Shell,
        recent: Iterable[ArticleItem],
        met: Iterable[ArticleItem],
        reported: Iterable[ArticleItem],
        samples: tuple[Sample, ...],
        count: int,
        max_paste: int,
    ) -> HomePage:
        """The lists as lines."""
        return cls(
            shell,
            tuple(Line.from_item(item, shell.language) for item in recent),
            tuple(Line.from_item(item, shell.language) for item in met),
            tuple(Line.from_item(item, shell.language) for item in reported),
            samples,
            count,
            max_paste,
        )
