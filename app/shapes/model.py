"""The types of the signature language and of shape arithmetic. Pure: no I/O, no sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.phrase import Phrase, Value


class Outcome(StrEnum):
    """How a message compares with a signature."""

    EXACT = "exact"
    """The text fits and every equality and `where` that could be checked holds."""
    SOLVED = "solved"
    """The text fits after one unknown was found by dividing: a hypothesis."""
    CONTRADICTED = "contradicted"
    """The text fits, a number or a `where` is false."""
    UNKNOWN = "unknown"
    """The text fits, a `where` or expression could not be evaluated."""
    NO_FIT = "no_fit"
    """The literal text does not fit."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One equality or `where` that is false, with the numbers that make it so."""

    expression: str
    """As the signature wrote it, e.g. `blocks*page*656` or `heads % tp != 0`."""
    expected: Value | None
    actual: Value | None
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Unification:
    """The result of trying one signature on one event."""

    outcome: Outcome
    values: Mapping[str, Value] = field(default_factory=dict)
    """Every bound name with its value."""
    solved: Mapping[str, int] = field(default_factory=dict)
    """Names found by dividing rather than read from the text."""
    contradictions: tuple[Contradiction, ...] = ()
    line: int = 0
    """Index of the message line (0-based) on which `error` fitted."""


@dataclass(frozen=True, slots=True)
class SignatureSource:
    """A signature as an article writes it."""

    error: str
    type: str | None = None
    also: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    log_clues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownNumber:
    """A number the field knows, and where it is known from (`layouts.py`)."""

    value: int
    name: str
    """Id of a phrase, e.g. `layout.fp8_ds_mla`."""
    source: str
    """A public source: `owner/repo#n`, `owner/repo:path` or a URL."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides that an operation compares, for words and for the picture."""

    role: str
    """asked | actual | left | right | checkpoint | model | expected | given | capacity | limit"""
    dims: tuple[int, ...]
    """The dimensions as printed; a lone number is a run of one."""
    label: str = ""
    """Verbatim name in the message (parameter name, axis name), else empty."""
    failing: int | None = None
    """Index in `dims` of the dimension that fails, when there is one on this side."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the numbers of one error say: requirement, sides, the dimension that fails, the value it needs."""

    family: str
    """Id of the family row in `shapes/families.py`."""
    requirement: Phrase
    """The equality that the operation required."""
    sentence: Phrase
    """What is the case instead, with the numbers."""
    values: Mapping[str, Value]
    """The named numbers read from the message."""
    solved: Mapping[str, Value] = field(default_factory=dict)
    """Derived numbers, e.g. {"last": 656, "dim": 2, "ratio": 2}."""
    sides: tuple[Side, ...] = ()
    failing: int | None = None
    """Index of the dimension that fails, the same on both sides, when there is one; negative counts from the
    end, where operands are aligned at their last dimension."""
    known_as: tuple[KnownNumber, ...] = ()
