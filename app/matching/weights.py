"""The fitted numbers of the matcher, read from `weights.json` beside this file (written by bench/fit.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.matching.evidence import EVIDENCE

FILE = Path(__file__).with_name("weights.json")


class WeightsError(ValueError):
    """The weights file does not fit the evidence rows of this version."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One linear model with two heads over the evidence rows."""

    algorithm: str
    """Version of the algorithm, in every answer: `<date>.<hash of the weights>`: others, another name."""
    article: tuple[float, ...]
    """Head one, which article: a weight for each row of `EVIDENCE`."""
    covered: tuple[float, ...]
    """Head two, is it covered: a weight for each row, measured on the first candidate."""
    covered_margin: float
    """Head two: weight of the first candidate's lead over the second, in log-odds of head one."""
    covered_bias: float
    match_threshold: float
    """Smallest probability of a slug that may be called a match."""
    exact_threshold: float
    """The same where the slug's own signature fits exactly and no other article's does."""
    match_lead: float
    """Smallest ratio of the first probability to the second for a match."""
    maybe_threshold: float
    """Smallest probability of a slug that may be called a hypothesis."""


def load_weights(file: Path = FILE) -> Weights:
    """The weights of `file`. Raises WeightsError when rows are missing or unknown: run `make fit`."""
    data: Mapping[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return Weights(
        algorithm=str(data["algorithm"]),
        article=_ordered(data["article"], file),
        covered=_ordered(data["covered"], file),
        covered_margin=float(str(data["covered_margin"])),
        covered_bias=float(str(data["covered_bias"])),
        match_threshold=float(str(data["match_threshold"])),
        exact_threshold=float(str(data["exact_threshold"])),
        match_lead=float(str(data["match_lead"])),
        maybe_threshold=float(str(data["maybe_threshold"])),
    )


def _ordered(table: object, file: Path) -> tuple[float, ...]:
    if not isinstance(table, dict) or set(table) != {row.id for row in EVIDENCE}:
        raise WeightsError(
            f"{file}: its rows are not those of matching/evidence.py; run `make fit` to fit them anew"
        )
    return tuple(float(table[row.id]) for row in EVIDENCE)
