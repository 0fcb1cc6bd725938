"""What people use today, on the same knowledge: each peer ranks the articles of a library for a paste.

A peer is made from (slug, text of the article, its known reports) and answers slugs with scores, best first.
None of them is ours; the frame alignment is our own implementation of a published method.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import tantivy
from rapidfuzz import fuzz, process

from app.articles.model import Library
from app.reports.model import Frame
from app.reports.parse import parse_text

_WORD = re.compile(r"[^\W_]{2,40}")
_NUMBER = re.compile(r"\d+")
MOST_TERMS = 400
"""Terms of one query: longer OR queries only cost time."""

Ranking = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One article as peers see it."""

    slug: str
    text: str
    reports: tuple[str, ...]


class Peer(Protocol):
    """One way of finding the article for a paste."""

    name: str

    def rank(self, paste: str) -> Ranking:
        """Slugs with scores, best first; at least three where it knows so many."""
        ...


def knowledge_of(library: Library) -> tuple[Knowledge, ...]:
    """The same knowledge as our index has: the article's text and its known reports."""
    return tuple(
        Knowledge(
            article.slug,
            "\n".join(f"{page.title}\n{page.summary}\n{page.body}" for page in article.pages.values()),
            tuple(example.text for example in article.examples),
        )
        for article in library.articles
    )


class Fts5:
    """SQLite FTS5, BM25 over article and reports, an OR query of the paste's words."""

    name = "SQLite FTS5 BM25"

    def __init__(self, known: Sequence[Knowledge]) -> None:
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute("CREATE VIRTUAL TABLE t USING fts5(slug UNINDEXED, body)")
        rows = [(item.slug, "\n".join((item.text, *item.reports))) for item in known]
        self._connection.executemany("INSERT INTO t VALUES (?, ?)", rows)

    def rank(self, paste: str) -> Ranking:
        """By bm25."""
        query = " OR ".join(f'"{word}"' for word in _terms(paste))
        if not query:
            return []
        rows = self._connection.execute(
            "SELECT slug, -bm25(t) FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 10", (query,)
        )
        return [(slug, score) for slug, score in rows]


class Tantivy:
    """tantivy (a Lucene-like engine in Rust), BM25 over article and reports."""

    name = "tantivy"

    def __init__(self, known: Sequence[Knowledge]) -> None:
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("slug", stored=True, tokenizer_name="raw")
        schema.add_text_field("body")
        self._folder = tempfile.TemporaryDirectory()
        self._index = tantivy.Index(schema.build(), path=self._folder.name)
        writer = self._index.writer(heap_size=50_000_000, num_threads=1)
        for item in known:
            writer.add_document(tantivy.Document(slug=item.slug, body="\n".join((item.text, *item.reports))))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def rank(self, paste: str) -> Ranking:
        """By BM25."""
        query = self._index.parse_query(" ".join(_terms(paste)) or "nothing", ["body"])
        hits = self._searcher.search(query, 10).hits
        return [(self._searcher.doc(address)["slug"][0], float(score)) for score, address in hits]


class RapidFuzz:
    """rapidfuzz token_set_ratio of the paste against each known report, else the article's title line."""

    name = "rapidfuzz"

    def __init__(self, known: Sequence[Knowledge]) -> None:
        self._texts = [text for item in known for text in (*item.reports, item.text[:300])]
        self._slugs = [item.slug for item in known for _ in (*item.reports, item.text[:300][:1])]

    def rank(self, paste: str) -> Ranking:
        """By the best ratio of each article."""
        found = process.extract(paste[-3000:], self._texts, scorer=fuzz.token_set_ratio, limit=30)
        return _best((self._slugs[place], score) for _, score, place in found)


class MaskedMessage:
    """As error trackers group: the last message with numbers masked must be equal."""

    name = "masked message"

    def __init__(self, known: Sequence[Knowledge]) -> None:
        self._groups: dict[str, list[str]] = {}
        for item in known:
            for report in item.reports:
                self._groups.setdefault(_masked(report), []).append(item.slug)

    def rank(self, paste: str) -> Ranking:
        """The articles of the same group, in the order of the catalogue."""
        return _best((slug, 1.0) for slug in self._groups.get(_masked(paste), ()))


class FrameAlignment:
    """FaST (Rodrigues et al., MSR 2022): optimal alignment of stack traces in linear time, our implementation.

    Frames in common add their weight (rare and near the top weigh more), unmatched ones cost it, misplaced
    ones are discounted by how far apart they stand.
    """

    name = "FaST frame alignment"

    def __init__(self, known: Sequence[Knowledge]) -> None:
        self._traces = [(item.slug, _frames(report)) for item in known for report in item.reports]
        counts: dict[str, int] = {}
        for _, trace in self._traces:
            for name in set(trace):
                counts[name] = counts.get(name, 0) + 1
        self._counts, self._total = counts, max(1, len(self._traces))

    def rank(self, paste: str) -> Ranking:
        """By aligned similarity."""
        asked = _frames(paste)
        return _best(
            (slug, self._similarity(asked, trace)) for slug, trace in self._traces if trace and asked
        )

    def _weight(self, name: str, position: int) -> float:
        rarity = np.log1p(self._total / (1 + self._counts.get(name, 0)))
        return float(rarity * np.exp(-0.1 * position))

    def _similarity(self, left: Sequence[str], right: Sequence[str]) -> float:
        places: dict[str, list[int]] = {}
        for position, name in enumerate(right):
            places.setdefault(name, []).append(position)
        shared = total = 0.0
        for position, name in enumerate(left):
            weight = self._weight(name, position)
            total += weight
            if places.get(name):
                other = places[name].pop(0)
                shared += weight * float(np.exp(-0.1 * abs(position - other)))
        rest = sum(self._weight(name, p) for name, ps in places.items() for p in ps)
        return shared / (total + rest) if total + rest else 0.0


class MiniLm:
    """all-MiniLM-L6-v2 sentence embeddings of message and report, cosine."""

    name = "MiniLM embeddings"

    def __init__(self, known: Sequence[Knowledge], encode: Callable[[list[str]], Any]) -> None:
        self._encode = encode
        texts = [text for item in known for text in (*item.reports, item.text[:1000])]
        self._slugs = [item.slug for item in known for _ in (*item.reports, item.slug)]
        self._vectors = np.asarray(encode([_head(text) for text in texts]))

    def rank(self, paste: str) -> Ranking:
        """By the best cosine of each article."""
        vector = np.asarray(self._encode([_head(paste)]))[0]
        scores = self._vectors @ vector
        order = np.argsort(-scores)[:40]
        return _best((self._slugs[place], float(scores[place])) for place in order)


def _best(found: Any) -> Ranking:
    best: dict[str, float] = {}
    for slug, score in found:
        best[slug] = max(score, best.get(slug, float("-inf")))
    return sorted(best.items(), key=lambda pair: -pair[1])[:10]


def _terms(paste: str) -> list[str]:
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(paste)))[:MOST_TERMS]


def _masked(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return _NUMBER.sub("#", lines[-1]).strip().lower() if lines else ""


def _frames(text: str) -> list[str]:
    """Functions, the crash site first."""
    errors = parse_text(text).errors
    frames: tuple[Frame, ...] = errors[0].frames if errors else ()
    return [frame.function for frame in reversed(frames) if frame.function]


def _head(text: str) -> str:
    """What a person would put into a search box: the message, else the end of the paste."""
    errors = parse_text(text).errors
    return (
        f"{errors[0].type or ''} {errors[0].message}"[:600] if errors and errors[0].message else text[-600:]
    )
