"""The nodes of an expression of the signature language, and its tables of operators and functions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Constant:
    """An integer or a quoted word."""

    value: int | str


@dataclass(frozen=True, slots=True)
class Name:
    """A bound name, or `env.name`."""

    name: str


@dataclass(frozen=True, slots=True)
class Element:
    """One dimension of a run; negative counts from the end."""

    run: Expression
    index: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function of FUNCTIONS."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right` with an operator of OPERATORS."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Members:
    """The right side of `in`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A chain such as `1 < a < b`: every link holds."""

    first: Expression
    links: tuple[tuple[str, Expression], ...]


class OpenRun(tuple[str, ...]):
    """Words of which the paste may not show all: whether one that is not among them was there is unknown."""

    __slots__ = ()


Expression = Constant | Name | Element | Call | Arithmetic | Members | Relation

OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FUNCTIONS: Mapping[str, Callable[[tuple[int, ...]], int]] = {
    "len": len,
    "prod": math.prod,
    "sum": sum,
    "min": min,
    "max": max,
    "gcd": lambda run: math.gcd(*run),
    "abs": lambda run: abs(run[0]),
}
