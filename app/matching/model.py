"""A diagnosis: what the paste says, which articles cover it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.articles.model import Ref, TellApart, Workaround
from app.phrase import Phrase
from app.reports.model import Report


class Verdict(StrEnum):
    """How certain the answer is."""

    MATCH = "match"
    MAYBE = "maybe"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One named fact for or against an article."""

    kind: str
    """Id of the row in `matching/evidence.py`."""
    phrase: Phrase
    weight: float
    """Its contribution to the score's log-odds; negative counts against."""


@dataclass(frozen=True, slots=True)
class VersionVerdict:
    """Whether the version in the paste is affected, and why that is known."""

    affected: bool | None
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Match:
    """One article held against one error of the paste."""

    slug: str
    titles: Mapping[str, str]
    """Language -> title."""
    error: int
    """Index into `Diagnosis.report.errors`."""
    certainty: Verdict
    score: float
    """Probability that this slug is the cause."""
    evidence: tuple[Evidence, ...]
    workaround: Workaround | None
    tell_apart: tuple[TellApart, ...]
    refs: tuple[Ref, ...]
    version: VersionVerdict | None


@dataclass(frozen=True, slots=True)
class Loser:
    """A candidate that was not chosen, with the reason."""

    slug: str
    error: int
    score: float
    reason: Phrase
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The whole answer to one paste: the same object behind the page, the JSON and the terminal."""

    verdict: Verdict
    covered: float
    """Probability that any article covers the root cause."""
    algorithm: str
    index: str
    """Digest of the index that answered."""
    report: Report
    matches: tuple[Match, ...] = ()
    near: tuple[str, ...] = ()
    """Up to three slugs that look alike; not claims. Only with verdict none."""
    losers: tuple[Loser, ...] = field(default_factory=tuple)
    hint: Phrase | None = None
