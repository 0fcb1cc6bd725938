"""What needs a look at every article, worked out once for each index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from app.articles.model import Article
from app.index.open import Index
from app.web.views.lists import Sample

MOST_READ = 2_000
"""Articles looked at; on a larger tree the newest of them speak for all."""
MOST_REPORTED = 5
SAMPLES = 3
SAMPLE_LENGTH = 110


@dataclass(frozen=True, slots=True)
class Display:
    """What is shown of one index beside its lists."""

    digest: str
    reported: tuple[str, ...]
    """Slugs of current articles with the most known reports, most first."""
    samples: tuple[Sample, ...]
    """Short real error lines to try, each of another software."""
    demanding: tuple[str, ...]
    """Slugs of the articles that demand something of a GPU, by slug."""
    order: Mapping[str, tuple[str | None, str | None]]
    """Slug -> the slugs before and after it in its family."""


class Shelf:
    """Keeps the display of the newest index; safe to share between threads."""

    def __init__(self) -> None:
        self._display: Display | None = None
        self._lock = Lock()

    def of(self, index: Index) -> Display:
        """The display of `index`. Raises IndexDamaged."""
        with self._lock:
            if self._display is None or self._display.digest != index.digest:
                self._display = arrange(index)
            return self._display


def arrange(index: Index) -> Display:
    """Reads the articles of `index` once."""
    facts = sorted(index.facts.articles.values(), key=lambda fact: fact.updated, reverse=True)[:MOST_READ]
    dossiers = [dossier for dossier in (index.dossier(fact.slug) for fact in facts) if dossier]
    current = (dossier for dossier in dossiers if dossier.status == "current")
    reported = sorted(current, key=lambda dossier: (-len(dossier.reports), dossier.slug))
    reported_slugs = tuple(dossier.slug for dossier in reported)
    return Display(
        index.digest,
        reported_slugs[:MOST_REPORTED],
        _samples(index, reported_slugs),
        tuple(sorted(dossier.slug for dossier in dossiers if dossier.hardware)),
        _order(index),
    )


def _samples(index: Index, slugs: tuple[str, ...]) -> tuple[Sample, ...]:
    found: dict[str, Sample] = {}
    for slug in slugs:
        article = index.article(slug)
        if article is None or article.software in found:
            continue
        text = _short_example(article)
        if text:
            found[article.software] = Sample(text, text)
        if len(found) == SAMPLES:
            break
    return tuple(found.values())


def _short_example(article: Article) -> str | None:
    texts = (example.text.strip() for example in article.examples if example.expect == "match")
    return next((text for text in texts if "\n" not in text and len(text) <= SAMPLE_LENGTH), None)


def _order(index: Index) -> dict[str, tuple[str | None, str | None]]:
    """Neighbours among the articles of the same first family, else of the same software."""
    groups: dict[tuple[str, str], list[str]] = {}
    for fact in sorted(index.facts.articles.values(), key=lambda fact: fact.slug):
        key = ("family", fact.families[0]) if fact.families else ("software", fact.software)
        groups.setdefault(key, []).append(fact.slug)
    order: dict[str, tuple[str | None, str | None]] = {}
    for slugs in groups.values():
        before: list[str | None] = [None, *slugs[:-1]]
        after: list[str | None] = [*slugs[1:], None]
        order.update(zip(slugs, zip(before, after, strict=True), strict=True))
    return order
