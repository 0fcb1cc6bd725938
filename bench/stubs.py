"""Stub articles from the catalogue and the dev cases, so that ranking is developed at full width.

Never shipped: a stub has a catalogue entry's title, cause and fix as prose, the reports of its dev cases as
examples, and no signatures. Where a real article exists for a slug it takes the stub's place.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Article, Example, Library, Page, Section
from app.articles.vocabulary import canonical_software
from app.text.normalise import normalise

DATA = Path(__file__).parent.parent / "tests" / "data"
CONTENT = Path(__file__).parent.parent / "content"


@dataclass(frozen=True, slots=True)
class Case:
    """A paste with the right answer."""

    id: str
    text: str
    expect: str | None
    accept: tuple[str, ...]
    """Every slug that is right; empty for an uncovered cause."""
    nameable: bool
    """False: the paste holds too little to name a cause; it must not get a `match`."""
    origin: str
    kind: str
    software: str

    @property
    def repository(self) -> str:
        """Owner and name: cases of one repository stay in one fold."""
        return self.id.split("#")[0]


def load_cases(file: Path = DATA / "dev.jsonl") -> tuple[Case, ...]:
    """The dev cases."""
    return tuple(_case(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def load_catalogue(file: Path = DATA / "catalogue.jsonl") -> tuple[Mapping[str, str], ...]:
    """The catalogue's entries, most reported first."""
    return tuple(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())


def with_aliases(cases: Collection[Case], articles: Collection[Article]) -> tuple[Case, ...]:
    """The cases, each accepting the article that answers for a slug it accepts: merged causes are one article."""
    canonical = {alias: article.slug for article in articles for alias in article.aliases}
    return tuple(
        replace(
            case,
            accept=tuple(dict.fromkeys((*case.accept, *(canonical.get(slug, slug) for slug in case.accept)))),
        )
        for case in cases
    )


def real_articles() -> dict[str, Article]:
    """The shipped articles by slug."""
    return {article.slug: article for article in load_tree(CONTENT).articles}


def stub_library(
    catalogue: Collection[Mapping[str, str]],
    cases: Collection[Case],
    held_out: Collection[str] = (),
    real: Mapping[str, Article] | None = None,
    stubs: bool = True,
) -> Library:
    """One article for each catalogue entry, without the reports of the cases `held_out` (ids).

    With `stubs` false only the real articles are there.
    """
    real = real or {}
    hidden = {normalise(case.text) for case in cases if case.id in held_out}
    shown: dict[str, list[Case]] = {}
    for case in cases:
        if case.expect and case.id not in held_out:
            shown.setdefault(case.expect, []).append(case)
    names = {alias: article.slug for article in real.values() for alias in (article.slug, *article.aliases)}
    articles = [without(article, hidden) for article in real.values()]
    if stubs:
        articles += [
            _stub(entry, shown.get(entry["slug"], ())) for entry in catalogue if entry["slug"] not in names
        ]
    return Library(tuple(articles), ())


def without(article: Article, hidden: Collection[str]) -> Article:
    """An article less the examples that a held-out paste repeats or contains."""
    kept = tuple(item for item in article.examples if not _repeats(normalise(item.text), hidden))
    digest = f"{article.digest}-{len(kept)}"
    return article if len(kept) == len(article.examples) else replace(article, examples=kept, digest=digest)


def _repeats(text: str, hidden: Collection[str]) -> bool:
    return any(text in other or other in text for other in hidden)


def _case(row: Mapping[str, str]) -> Case:
    accept = row.get("accept") or ([row["expect"]] if row["expect"] else [])
    return Case(
        id=row["id"],
        text=row["text"],
        expect=row["expect"] or None,
        accept=tuple(dict.fromkeys([*accept, *([row["expect"]] if row["expect"] else [])])),
        nameable=row.get("audit") != "none",
        origin=row["origin"],
        kind=row["kind"],
        software=row["software"],
    )


def _stub(entry: Mapping[str, str], cases: Collection[Case]) -> Article:
    sections = tuple(_sections(entry))
    page = Page(
        "en", entry["title"], entry["cause"], f"{entry['title']}\n{entry['cause']}\n{entry['fix']}", sections
    )
    return Article(
        slug=entry["slug"],
        area="stub",
        source="en",
        pages={"en": page},
        software=canonical_software(entry["software"]) or entry["software"],
        kind=entry["kind"],
        signatures=(),
        examples=tuple(Example(case.text, "match") for case in cases),
        updated="2026-01-01",
        digest=entry["slug"] + "+" + ",".join(sorted(case.id for case in cases)),
    )


def _sections(entry: Mapping[str, str]) -> Iterator[Section]:
    yield Section("why", "Why", f"<p>{entry['cause']}</p>", entry["cause"])
    yield Section("fix", "Fix", f"<p>{entry['fix']}</p>", entry["fix"])
