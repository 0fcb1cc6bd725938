"""An article as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.shapes.model import SignatureSource


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a content file: where, what and what to do."""

    file: str
    line: int
    message: str
    remedy: str
    level: str = "error"
    """error: the article does not load or breaks a rule; warning: it loads, a reader would be worse off."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}, {self.remedy}"


@dataclass(frozen=True, slots=True)
class Affected:
    """The versions of one package that somebody confirmed; each bound is optional."""

    package: str
    first: str | None = None
    """`from` in the front matter: the first version known to fail."""
    last_good: str | None = None
    last_known: str | None = None
    """The last version known to fail."""
    fixed_in: str | None = None
    scheme: str = "pep440"
    """pep440 | build | driver"""


@dataclass(frozen=True, slots=True)
class Example:
    """A paste and what matching must say of it."""

    text: str
    expect: str
    """match | maybe"""
    line: int = 1


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A paste that must not match this article."""

    text: str
    instead: str | None
    """Slug of the article that covers it, None when none does."""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Known:
    """What was known of a reference when the article was written."""

    state: str
    date: str | None
    release: str | None
    as_of: str


@dataclass(frozen=True, slots=True)
class Ref:
    """A public source that the article stands on."""

    id: str
    """`owner/repo#n`, `owner/repo@sha` or a URL."""
    role: str
    """fix | hardening | report | docs"""
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class Hardware:
    """What the article needs of a GPU; None is no demand."""

    vendor: str | None = None
    min_capability: str | None = None
    max_capability: str | None = None
    min_memory_gib: float | None = None


@dataclass(frozen=True, slots=True)
class TellApart:
    """What decides between this article and a look-alike."""

    slug: str
    by: Mapping[str, str]
    """Language -> one sentence."""


@dataclass(frozen=True, slots=True)
class Workaround:
    """The thing to copy at 3 a.m. and what it costs."""

    do: str
    costs: Mapping[str, str]
    """Language -> one sentence."""


@dataclass(frozen=True, slots=True)
class Section:
    """One H2 section of a rendered page."""

    key: str
    """quick-answer | when | error | why | check | fix | verify | not-this-if | references, in both languages.

    The id of the heading, which the page writes. `lead`: text before the first heading; `other-N`: unknown.
    """
    title: str
    html: str
    """What stands under the heading; deeper headings have the ids `<key>-1`, `<key>-2`, ..."""
    text: str
    """Plain text for search."""


@dataclass(frozen=True, slots=True)
class Page:
    """One language of an article."""

    language: str
    title: str
    summary: str
    body: str
    """The Markdown source without the front matter."""
    sections: tuple[Section, ...]
    stale: bool = False
    """A translation whose `source_digest` is not the digest of the original."""
    file: str = ""
    """Name of its file: `index.md`, `index.en.md` or `index.zh.md`."""
    body_line: int = 1
    """Line of the file on which `body` starts."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was read to check the article, when, and how sure that makes it."""

    read: tuple[str, ...]
    on: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Article:
    """One root cause."""

    slug: str
    area: str
    source: str
    """Language of the original: en | zh."""
    pages: Mapping[str, Page]
    """Language -> page; at least the source language."""
    software: str
    kind: str
    signatures: tuple[SignatureSource, ...]
    examples: tuple[Example, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    affected: tuple[Affected, ...] = ()
    workaround: Workaround | None = None
    refs: tuple[Ref, ...] = ()
    hardware: Hardware | None = None
    tags: tuple[str, ...] = ()
    updated: str = ""
    related: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    status: str = "current"
    """current | retired | split"""
    heirs: tuple[str, ...] = ()
    verified: Verified | None = None
    tell_apart: tuple[TellApart, ...] = ()
    repro: str | None = None
    """Source of `repro.py`."""
    digest: str = ""
    """Digest of every file of the bundle."""
    path: Path = field(default_factory=Path)
    """Folder of the bundle."""
    name: str = ""
    """Folder as problems name it, e.g. `content/vllm/some-slug`."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the bundle although the article loads, e.g. a translation left out."""

    def page(self, language: str) -> Page:
        """The page in `language`, else in the source language."""
        return self.pages.get(language) or self.pages[self.source]


@dataclass(frozen=True, slots=True)
class Unchanged:
    """An article whose files are those that the index in use was made from: the rest of it lies there."""

    slug: str
    digest: str
    path: Path
    name: str
    aliases: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """What a content tree holds: the articles that load and the problems of those that do not."""

    articles: tuple[Article, ...]
    problems: tuple[Problem, ...]
    unchanged: tuple[Unchanged, ...] = ()
    """Those that were not loaded again."""

    @property
    def entries(self) -> tuple[Article | Unchanged, ...]:
        """Every article by slug."""
        return tuple(sorted((*self.articles, *self.unchanged), key=lambda each: each.slug))
