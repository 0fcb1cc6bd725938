"""Error texts: all of them, and one with its causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from app.index.model import (
    SignatureTag,
)
from app.web.causes import Cause
from app.web.views.shell import Shell, SitePage
from app.web.views.text import Part, holes


@dataclass(frozen=True, slots=True)
class SignatureLine:
    """One error text and how many causes it has."""

    id: str
    error: tuple[Part, ...]
    type: str | None
    causes: int

    @classmethod
    def from_tag(cls, tag: SignatureTag) -> SignatureLine:
        """The first line of its text."""
        return cls(tag.id, holes(tag.error.split("\n")[0]), tag.type, len(tag.slugs))


@dataclass(frozen=True, slots=True)
class SignaturesPage(SitePage):
    """Every error text the articles know, by family."""

    template: ClassVar[str] = "signatures.html"
    twinned: ClassVar[bool] = True

    groups: tuple[tuple[str, tuple[SignatureLine, ...]], ...]
    """Family (empty: none) and its texts."""
    count: int

    @classmethod
    def from_tags(cls, shell: Shell, tags: Iterable[SignatureTag]) -> SignaturesPage:
        """Grouped by family, those without one last; texts with more causes first."""
        ordered = sorted(
            tags, key=lambda tag: (tag.family is None, tag.family or "", -len(tag.slugs), tag.error.lower())
        )
        groups = tuple(
            (family or "", tuple(SignatureLine.from_tag(tag) for tag in group))
            for family, group in groupby(ordered, key=lambda tag: tag.family)
        )
        return cls(shell, groups, len(ordered))


@dataclass(frozen=True, slots=True)
class CauseView:
    """One article behind an error text, its wordings cut at their holes."""

    slug: str
    title: str
    summary: str
    errors: tuple[tuple[Part, ...], ...]
    where: tuple[str, ...]
    apart: tuple[str, ...]

    @classmethod
    def from_cause(cls, cause: Cause) -> CauseView:
        """The cause with its wordings cut."""
        errors = tuple(holes(error) for error in cause.errors)
        return cls(cause.slug, cause.title, cause.summary, errors, cause.where, cause.apart)


@dataclass(frozen=True, slots=True)
class SignaturePage(SitePage):
    """One error text, all its causes and what decides between them."""

    template: ClassVar[str] = "signature.html"
    twinned: ClassVar[bool] = True

    tag: SignatureTag
    error: tuple[Part, ...]
    causes: tuple[CauseView, ...]

    @classmethod
    def from_tag(cls, shell: Shell, tag: SignatureTag, causes: Iterable[Cause]) -> SignaturePage:
        """`causes` are the articles of the tag."""
        return cls(shell, tag, holes(tag.error), tuple(CauseView.from_cause(cause) for cause in causes))
