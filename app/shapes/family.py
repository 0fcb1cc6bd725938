"""What one row of the family tables holds, and how it reads a message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from app.phrase import Phrase, Value

Values = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a solver makes of the numbers of a message."""

    sentence: Phrase
    """What is the case instead of the requirement."""
    solved: Values = field(default_factory=dict)
    """Derived numbers, e.g. {"needed": 656, "ratio": 2}."""
    failing: int | None = None
    """Index of the dimension that fails on every side; negative when sides are aligned at their ends."""
    marks: Mapping[str, int] = field(default_factory=dict)
    """Hole name -> index of the failing dimension, where it is not the same on every side."""
    telling: tuple[int, ...] = ()
    """The numbers that may be known from somewhere, the most telling first."""


class Solver(Protocol):
    """The arithmetic of one kind of requirement over the named numbers of a message."""

    about: ClassVar[str]
    """One line for the documentation: how the failing dimension and the value it needs are found."""

    def solve(self, values: Values) -> Finding:
        """The finding for `values`; never raises, whatever the numbers are."""
        ...


@dataclass(frozen=True, slots=True)
class SideRule:
    """One side of the comparison: its role, and the name of the hole that holds its dimensions."""

    role: str
    name: str
    label: str = ""
    """Name of the hole that holds what the message calls this side, if there is one."""


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """One error family: how its messages are read, what they required and how the fault is found."""

    id: str
    """`library.operation`: the id in reports, articles and addresses."""
    requirement: str
    """Id of the phrase that says what the operation required."""
    requires: str
    """The same as a relation over the holes, false for the sample; empty when the message has no numbers."""
    sides: tuple[SideRule, ...]
    """Who was asked and who is actual, in the order in which they are shown."""
    solver: Solver
    reads: tuple[str, ...]
    """Patterns of the signature language, sought anywhere in a line, the richest wording first."""
    sample: str
    """A real message."""
    near_miss: str
    """A message that looks alike and is not of this family."""
    types: tuple[str, ...] = ()
    """Exception types, by their last name, that may carry the message; empty for any."""
    derive: tuple[tuple[str, str], ...] = ()
    """Names that the message does not print, each with the expression that gives it."""


def asked(name: str, label: str = "") -> SideRule:
    """The side that the caller or the configuration asked for."""
    return SideRule("asked", name, label)


def actual(name: str, label: str = "") -> SideRule:
    """The side that is really there."""
    return SideRule("actual", name, label)


def expected(name: str, label: str = "") -> SideRule:
    """The side that the model, layer or interface expects."""
    return SideRule("expected", name, label)


def given(name: str, label: str = "") -> SideRule:
    """The side that it was given."""
    return SideRule("given", name, label)


def left(name: str, label: str = "") -> SideRule:
    """The first operand."""
    return SideRule("left", name, label)


def right(name: str, label: str = "") -> SideRule:
    """The second operand."""
    return SideRule("right", name, label)


def checkpoint(name: str, label: str = "") -> SideRule:
    """The side of the stored weights."""
    return SideRule("checkpoint", name, label)


def model(name: str, label: str = "") -> SideRule:
    """The side of the model that was built."""
    return SideRule("model", name, label)


def limit(name: str, label: str = "") -> SideRule:
    """The bound that must not be passed."""
    return SideRule("limit", name, label)


def capacity(name: str, label: str = "") -> SideRule:
    """The room that there is."""
    return SideRule("capacity", name, label)
