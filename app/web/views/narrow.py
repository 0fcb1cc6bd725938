"""Narrowing a list: facets, their query strings, and turning its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.index.model import (
    Facet,
)
from app.web.views.lists import software_label

FACETS = ("software", "kind", "fix", "family", "language")
SHOWN_FACETS = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a facet: `query` is the query string that turns it on or off."""

    label: str
    value: str
    count: int
    on: bool
    query: str


@dataclass(frozen=True, slots=True)
class Choices:
    """One facet."""

    name: str
    values: tuple[Choice, ...]


def choices(wanted: Mapping[str, str | None], facets: Mapping[str, tuple[Facet, ...]]) -> tuple[Choices, ...]:
    """Every facet that still narrows something; `wanted` is the state of the page's query string."""
    return tuple(
        Choices(name, tuple(_choice(name, facet, wanted) for facet in facets[name][:SHOWN_FACETS]))
        for name in FACETS
        if len(facets.get(name, ())) > 1 or (facets.get(name) and wanted.get(name))
    )


def _choice(name: str, facet: Facet, wanted: Mapping[str, str | None]) -> Choice:
    on = wanted.get(name) == facet.value
    query = query_string({**wanted, name: None if on else facet.value})
    label = software_label(facet.value) if name == "software" else facet.value
    return Choice(label, facet.value, facet.count, on, query)


def query_string(values: Mapping[str, str | int | None]) -> str:
    """`?a=b` of the values that are set; empty when none is."""
    kept = {name: value for name, value in values.items() if value not in (None, "")}
    return f"?{urlencode(kept)}" if kept else ""


@dataclass(frozen=True, slots=True)
class Pager:
    """Query strings of the neighbouring pages of a list."""

    total: int
    page: int
    previous: str | None
    following: str | None

    @classmethod
    def of(cls, total: int, page: int, following: int | None, wanted: Mapping[str, str | None]) -> Pager:
        """From the numbers of a list and the state of the query string."""
        return cls(
            total,
            page,
            query_string({**wanted, "page": page - 1 if page > 2 else None}) or "?" if page > 1 else None,
            query_string({**wanted, "page": following}) if following else None,
        )
