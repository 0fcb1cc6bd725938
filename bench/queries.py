"""A whole match of a paste beside the bare queries of search engines, on the same made articles.

Used by `bench.index_speed`, which builds the index. Ours is everything from the text of the paste to the verdict;
theirs is one query of its words, without parsing, evidence or verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from app.articles.model import Article, Library
from app.index.open import Index
from app.matching.diagnose import Profiles, diagnose
from app.matching.weights import load_weights
from app.reports.parse import parse_text
from bench.generate import pastes
from bench.peers import Fts5, Peer, Tantivy, knowledge_of

PASTES = 200
PEERS: tuple[Callable[[Sequence[Article]], Peer], ...] = (
    lambda made: Tantivy(knowledge_of(Library(tuple(made), ()))),
    lambda made: Fts5(knowledge_of(Library(tuple(made), ()))),
)


def match_seconds(index: Index, count: int) -> list[float]:
    """Seconds of each whole match of a 60-line paste, and of nothing else."""
    profiles, weights = Profiles(), load_weights()
    return _each(count, lambda text: diagnose(parse_text(text), index, profiles, weights, 5))


def peer_seconds(made: Sequence[Article]) -> dict[str, list[float]]:
    """Name of a search engine -> seconds of each of its queries over these articles."""
    found = {}
    for make in PEERS:
        peer = make(made)
        found[peer.name] = _each(len(made), peer.rank)
    return found


def _each(count: int, answer: Callable[[str], object]) -> list[float]:
    texts = [text for text, _ in pastes(PASTES, count)]
    for text in texts[:20]:
        answer(text)
    seconds = []
    for text in texts:
        began = time.perf_counter()
        answer(text)
        seconds.append(time.perf_counter() - began)
    return seconds
