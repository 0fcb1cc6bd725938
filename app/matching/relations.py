"""What the numbers of a message say about each other, as comparable tokens.

Raw numbers differ from report to report of one cause; what stays is how they relate: which side is 0, one is
the double of another, the last axis differs by one, a flattened 1 x huge. Two messages of one template can be
compared by the relations that they share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.text.normalise import normalise

MAX_SLOTS = 12
"""Slots beyond this many are not related with each other: long state_dict lists would make quadratic sets."""

_SLOT = re.compile(
    r"[\[(]\s?(?P<list>-?\d{1,18}(?:\s?,\s?-?\d{1,18}){0,15})\s?,?\s?[\])]"
    r"|(?<![\w.])(?P<cross>\d{1,12}(?:x\d{1,12}){1,7})(?![\w.])"
    r"|(?<![\w.])(?P<number>-?\d{1,18})(?![\w]|\.\d)"
)
_INTEGER = re.compile(r"-?\d+")

Slot = tuple[int, ...]


def slots(message: str) -> tuple[Slot, ...]:
    """The numbers of a message in order: a list or `AxB` is one slot, a lone integer a slot of one."""
    found: list[Slot] = []
    for match in _SLOT.finditer(normalise(message)):
        found.append(tuple(int(part) for part in _INTEGER.findall(match[0].replace("x", " "))))
        if len(found) == MAX_SLOTS:
            break
    return tuple(found)


def relations(message: str) -> frozenset[str]:
    """The relation tokens of a message: single slots (`0 is one`), pairs of slots (`1 = 2 x 0`), and axes."""
    found = slots(message)
    return frozenset(
        token
        for index, slot in enumerate(found)
        for token in (*_alone(index, slot), *_pairs(index, slot, found[index + 1 :]))
    )


def numbers(message: str) -> frozenset[int]:
    """The integers of a message that can identify a cause: those of 10 and above."""
    return frozenset(abs(part) for slot in slots(message) for part in slot if abs(part) >= 10)


def _alone(index: int, slot: Slot) -> Iterator[str]:
    if len(slot) > 1:
        yield f"{index}:rank{len(slot)}"
    for axis, value in enumerate(slot):
        name = f"{index}.{axis - len(slot)}"
        yield f"{name}={value}"
        if value in (0, 1):
            continue
        yield f"{name}:{'odd' if value % 2 else 'even'}"
        if value & (value - 1) == 0:
            yield f"{name}:power2"
        yield f"{name}:e{len(str(abs(value)))}"


def _pairs(index: int, left: Slot, later: tuple[Slot, ...]) -> Iterator[str]:
    for offset, right in enumerate(later[:4], start=1):
        name = f"{index}~{index + offset}"
        if len(left) == len(right) > 1:
            yield from _axes(name, left, right)
        elif len(left) != len(right):
            yield f"{name}:ranks{len(left) - len(right)}"
        yield from _scalars(f"{name}.last", left[-1], right[-1])
        if len(left) > 1 or len(right) > 1:
            yield from _scalars(f"{name}.first", left[0], right[0])
            yield from _scalars(f"{name}.product", _product(left), _product(right))


def _axes(name: str, left: Slot, right: Slot) -> Iterator[str]:
    differing = [axis for axis in range(len(left)) if left[axis] != right[axis]]
    yield f"{name}:differ{len(differing)}"
    for axis in differing[:3]:
        yield f"{name}:axis{axis - len(left)}"
    if sorted(left) == sorted(right) and differing:
        yield f"{name}:permuted"


def _scalars(name: str, left: int, right: int) -> Iterator[str]:
    if left == right:
        yield f"{name}:equal"
        return
    yield f"{name}:{'less' if left < right else 'more'}"
    difference = right - left
    if abs(difference) <= 4:
        yield f"{name}:off{difference}"
    low, high = sorted((abs(left), abs(right)))
    if low == 0:
        return
    if high % low == 0:
        yield f"{name}:multiple"
        if high // low <= 64:
            yield f"{name}:times{high // low}" + ("" if left < right else "-")
    elif (8 * high) % low == 0 and high < 4 * low:
        yield f"{name}:eighths{8 * high // low}"


def _product(slot: Slot) -> int:
    product = 1
    for value in slot:
        product *= value
    return product
