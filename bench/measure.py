"""Candidates with measurements for every dev case, each with its own report held out of the index."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.articles.model import Article
from app.index.build import build
from app.index.open import IndexDirectory
from app.matching.diagnose import Profiles, ranking_of, understood
from app.matching.evidence import EVIDENCE
from app.matching.weights import Weights
from app.reports.parse import parse_text
from bench.stubs import Case, stub_library

FOLDS = 10
CATALOGUE, SHIPPED = "catalogue", "shipped"


@dataclass(frozen=True, slots=True)
class Measured:
    """One case: its candidates (the best comparison of each) with their measurements."""

    case: Case
    slugs: tuple[str, ...]
    values: np.ndarray
    """Candidates x rows of EVIDENCE."""
    outcomes: tuple[str, ...]
    reports: tuple[int, ...]
    """Known reports that each candidate has left."""
    condition: str
    """`catalogue`: an article or stub for every catalogued cause; `shipped`: the real articles only."""

    @property
    def representative(self) -> bool:
        """A right candidate still has a report: holding a case out must not leave its article bare, for a new
        paste meets articles that have all of theirs, and similarity to reports would count as a vice."""
        return any(count > 0 for count, right in zip(self.reports, self.right, strict=True) if right)

    @property
    def right(self) -> np.ndarray:
        """Which candidates are a right answer."""
        return np.array([slug in self.case.accept for slug in self.slugs], dtype=bool)


def neutral_weights() -> Weights:
    """Equal weights: only to collect measurements."""
    ones = tuple(1.0 for _ in EVIDENCE)
    return Weights("neutral", ones, ones, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0)


def fold_of(case: Case) -> int:
    """The fold of a case: cases of one repository share it."""
    return sum(case.repository.encode()) % FOLDS


def measure_cases(
    catalogue: Collection[Mapping[str, str]],
    cases: Sequence[Case],
    real: Mapping[str, Article],
    weights: Weights,
    stubs: bool = True,
    told: Callable[[str], None] = print,
) -> list[Measured]:
    """Every case measured against an index that lacks the reports of its fold."""
    measured: list[Measured] = []
    for fold in range(FOLDS):
        mine = [case for case in cases if fold_of(case) == fold]
        held_out = frozenset(case.id for case in mine)
        library = stub_library(catalogue, cases, held_out, real, stubs)
        with tempfile.TemporaryDirectory() as folder:
            build(library, Path(folder))
            index = IndexDirectory(Path(folder)).current()
            profiles = Profiles()
            for case in mine:
                ranking = ranking_of(understood(parse_text(case.text), index), index, profiles, weights)
                measured.append(
                    Measured(
                        case,
                        tuple(item.comparison.article.article.slug for item in ranking.ranked),
                        np.array([item.measured for item in ranking.ranked]).reshape(-1, len(EVIDENCE)),
                        tuple(item.comparison.unification.outcome.value for item in ranking.ranked),
                        tuple(len(item.comparison.article.reports) for item in ranking.ranked),
                        CATALOGUE if stubs else SHIPPED,
                    )
                )
        told(f"fold {fold + 1}/{FOLDS}: {len(mine)} cases")
    return measured
