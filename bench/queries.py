"""A whole match of a paste beside the bare queries of search engines, on the same made articles.

Used by `bench.index_speed`, which builds the index. Ours is everything from the text of the paste to the verdict;
theirs is one query of its words, without parsing, evidence or verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.articles.model import Article, Library
from app.index.open import Index
from app.matching.diagnose import Profiles, diagnose
from app.matching.weights import load_weights
from app.reports.parse import parse_text
from bench.generate import pastes
from bench.peers import Fts5, Peer, Tantivy, knowledge_of

PASTES = 200
WARMING = 20
"""Pastes that are not counted: the first ones fill caches and compile patterns."""
PEERS: tuple[Callable[[Sequence[Article]], Peer], ...] = (
    lambda made: Tantivy(knowledge_of(Library(tuple(made), ()))),
    lambda made: Fts5(knowledge_of(Library(tuple(made), ()))),
)


@dataclass(frozen=True, slots=True)
class MatchSeconds:
    """Seconds of each whole match of a 60-line paste, and of nothing else."""

    first: list[float]
    """Most of its candidates were never met: they are read from the index and prepared."""
    again: list[float]
    """The same paste right after: what a process answers that has met these articles."""


def match_seconds(index: Index, count: int) -> MatchSeconds:
    """The seconds of `PASTES` pastes, each made twice."""
    profiles, weights = Profiles(), load_weights()

    def match(text: str) -> None:
        diagnose(parse_text(text), index, profiles, weights, 5, 0)

    first, again = [], []
    for text, _ in pastes(PASTES, count):
        first.append(_timed(match, text))
        again.append(_timed(match, text))
    return MatchSeconds(first[WARMING:], again[WARMING:])


def peer_seconds(made: Sequence[Article]) -> dict[str, list[float]]:
    """Name of a search engine -> seconds of each of its queries over these articles."""
    found = {}
    for make in PEERS:
        peer = make(made)
        found[peer.name] = _each(len(made), peer.rank)
    return found


def _each(count: int, answer: Callable[[str], object]) -> list[float]:
    return [_timed(answer, text) for text, _ in pastes(PASTES, count)][WARMING:]


def _timed(answer: Callable[[str], object], text: str) -> float:
    began = time.perf_counter()
    answer(text)
    return time.perf_counter() - began
