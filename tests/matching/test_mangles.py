"""A paste spoiled on its way still leads to the right article: every kind, and kinds two by two, on a sample."""

from __future__ import annotations

import random

import pytest

from app.articles.model import Library
from app.index.open import Index
from app.matching.diagnose import Profiles, diagnose
from app.matching.weights import Weights
from app.reports.parse import parse_text
from bench.stubs import Case, load_cases, with_aliases
from tests.mangle import Mangle, load

KEPT = 0.97
"""The bar of the matcher: this share of the right answers must stay right."""
CASES = 8
PAIRS = 100
SEED = 20261130


@pytest.fixture(scope="module")
def right(library: Library, index: Index, profiles: Profiles, weights: Weights) -> list[Case]:
    """Dev cases of shipped articles that come first as they are."""
    names = {name for article in library.articles for name in (article.slug, *article.aliases)}
    cases = with_aliases(load_cases(), library.articles)
    covered = [case for case in cases if names & set(case.accept) and case.nameable]
    chosen = random.Random(SEED).sample(covered, 2 * CASES)
    return [case for case in chosen if first(case.text, index, profiles, weights) in case.accept][:CASES]


def first(paste: str | bytes, index: Index, profiles: Profiles, weights: Weights) -> str | None:
    matches = diagnose(parse_text(paste), index, profiles, weights).matches
    return matches[0].slug if matches else None


def test_one_spoiling(right: list[Case], index: Index, profiles: Profiles, weights: Weights) -> None:
    lost, tried = [], 0
    for mangle in load():
        for case in right:
            spoiled = mangle.apply(case.text, SEED)
            if spoiled is None:
                continue
            tried += 1
            if first(spoiled, index, profiles, weights) not in case.accept:
                lost.append((mangle.id, case.id))
    assert tried > 20 * len(right)
    assert len(lost) <= (1 - KEPT) * tried, lost


def test_two_spoilings(right: list[Case], index: Index, profiles: Profiles, weights: Weights) -> None:
    chance, rows = random.Random(SEED), load()
    lost, tried = [], 0
    for _ in range(PAIRS):
        pair = sorted(chance.sample(rows, 2), key=lambda row: row.stage)
        case = chance.choice(right)
        spoiled = both(pair, case.text)
        if spoiled is None:
            continue
        tried += 1
        if first(spoiled, index, profiles, weights) not in case.accept:
            lost.append((*(row.id for row in pair), case.id))
    assert tried > PAIRS // 2
    assert len(lost) <= (1 - KEPT) * tried, lost


def both(pair: list[Mangle], text: str) -> bytes | None:
    """The text spoiled twice; None where one of the two does not apply, or the first left no text."""
    once = pair[0].apply(text, SEED)
    try:
        return None if once is None else pair[1].apply(once.decode("utf-8"), SEED)
    except UnicodeDecodeError:
        return None
