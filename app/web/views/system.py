"""Pages about Faultbook itself: shapes, status, about, errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.articles.model import Problem
from app.phrase import Phrase
from app.state.model import StoreStatus
from app.web.views.errors import ErrorView
from app.web.views.lists import Line
from app.web.views.shell import SitePage
from app.web.views.sources import Source

COLOURS = (
    "bg", "surface", "sunken", "line", "edge", "ink", "soft", "accent", "accent-tint", "fault", "fault-tint",
    "good", "good-tint", "warn", "warn-tint",
)  # fmt: skip
SIZES = ("t-s", "t-m", "t-base", "t-l", "t-xl", "t-xxl")
SPACES = ("s1", "s2", "s3", "s4", "s5", "s6", "s7")
"""Names of the tokens in `static/tokens.css`."""


@dataclass(frozen=True, slots=True)
class ShapeSamples:
    """Messages to try, of one library."""

    library: str
    messages: tuple[str, ...]

    @classmethod
    def from_messages(cls, samples: Iterable[tuple[str, str]]) -> tuple[ShapeSamples, ...]:
        """From pairs of library and message; libraries with the most messages first."""
        grouped: dict[str, list[str]] = {}
        for library, message in samples:
            grouped.setdefault(library, []).append(message)
        ordered = sorted(grouped.items(), key=lambda pair: -len(pair[1]))
        return tuple(cls(library, tuple(messages)) for library, messages in ordered)


@dataclass(frozen=True, slots=True)
class ShapesPage(SitePage):
    """The workbench: an error, or shapes and sizes, and the arithmetic."""

    template: ClassVar[str] = "shapes.html"
    twinned: ClassVar[bool] = True

    text: str
    error: ErrorView | None
    """What was read; None before anything was asked, or when nothing was read."""
    samples: tuple[ShapeSamples, ...]


@dataclass(frozen=True, slots=True)
class StatusPage(SitePage):
    """What this Faultbook runs on and what is wrong with it."""

    template: ClassVar[str] = "status.html"
    twinned: ClassVar[bool] = True

    index: str | None
    built_at: datetime | None
    count: int
    errors: tuple[Problem, ...]
    """Articles that do not load."""
    warnings: tuple[Problem, ...]
    state: str
    state_reason: Phrase | None
    sources: tuple[Source, ...]
    versions: tuple[tuple[str, str], ...]
    """Component and its version."""

    @property
    def healthy(self) -> bool:
        """Nothing needs anybody."""
        return self.index is not None and not self.errors and self.state == "ok"


def split_problems(problems: Iterable[Problem]) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Errors and warnings."""
    rows = tuple(problems)
    return (
        tuple(row for row in rows if row.level == "error"),
        tuple(row for row in rows if row.level != "error"),
    )


def state_of(status: StoreStatus) -> tuple[str, Phrase | None]:
    """The store's health as the status page says it."""
    return status.health.value, status.reason


@dataclass(frozen=True, slots=True)
class AboutPage(SitePage):
    """What Faultbook is, does and keeps."""

    template: ClassVar[str] = "about.html"

    count: int
    max_paste: int


@dataclass(frozen=True, slots=True)
class DesignPage(SitePage):
    """The tokens and parts of the design."""

    template: ClassVar[str] = "design.html"

    colours: tuple[str, ...]
    sizes: tuple[str, ...]
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorPage(SitePage):
    """Something went wrong: what, and where to go on."""

    template: ClassVar[str] = "error.html"

    status: int
    detail: str
    """For a technical reader, in English."""
    search: str
    """Words of the address that was asked for."""
    limit: int | None
    """Bytes that a paste may hold, where it held more."""
    suggestions: tuple[Line, ...]
