"""Events that are one error printed in two ways: a title, a message cut off, frames without a message."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.reports.blocks import Block
from app.reports.wrappers import WrapperRow

_WORD = re.compile(r"[a-z_]{2,}|\d+")


@dataclass(slots=True)
class Event:
    """A block with its repetitions."""

    block: Block
    count: int
    order: int
    wrapper: WrapperRow | None
    chain: int = 0
    answered: bool = False
    """A fuller error was raised while this one was handled."""


def rank(event: Event) -> tuple[bool, int, int]:
    """Sort key: reports of other errors last, then by how sure, then by the order of the paste."""
    grade = event.block.grade - (15 if event.answered else 0) - (0 if event.block.message else 40)
    return (event.wrapper is not None, -grade, event.order)


def merged(events: list[Event]) -> list[Event]:
    """The events, surest first, with what belongs together put together."""
    return sorted(_without_empty(_adopt(_merge_title(_merge_cut(events)))), key=rank)


def _adopt(events: list[Event]) -> list[Event]:
    """Frames whose message was cut off go to the surest error without frames: a title, a line apart."""
    orphans = [event for event in events if event.block.frames and not event.block.message]
    told = [event for event in events if event.block.message and event.wrapper is None]
    owners = [event for event in told if not event.block.frames]
    if not orphans or not owners or len(owners) < len(told):
        return events
    owner = min(owners, key=rank)
    giver = max(orphans, key=lambda event: len(event.block.frames))
    if not _same_type(owner.block.type, giver.block.type):
        return events
    owner.block = replace(owner.block, frames=giver.block.frames, type=owner.block.type or giver.block.type)
    return [event for event in events if event is not giver]


def _without_empty(events: list[Event]) -> list[Event]:
    """Stacks and types without any message are left out where another error says more."""
    told = [event for event in events if event.block.message and event.wrapper is None]
    stacked = any(event.block.frames for event in told)
    kept = []
    for event in events:
        name = event.block.type
        told_elsewhere = any(
            name and _same_type(name, other.block.type) and other.block.type for other in told
        )
        if event.block.message or not (told_elsewhere or (stacked and name is None)):
            kept.append(event)
    return kept


def _merge_title(events: list[Event]) -> list[Event]:
    """The first error of a paste that says in other words what is printed further down is that error: a title."""
    first = min(events, key=lambda event: event.order, default=None)
    if first is None or first.block.frames or not first.block.message:
        return events
    for event in events:
        if event is not first and event.wrapper is first.wrapper and _announces(first.block, event.block):
            event.count += first.count
            event.order = first.order
            event.block = replace(
                event.block,
                type=event.block.type or first.block.type,
                first_line=first.block.first_line,
                grade=max(event.block.grade, first.block.grade),
            )
            return [other for other in events if other is not first]
    return events


def _announces(title: Block, told: Block) -> bool:
    said, printed = (set(_WORD.findall(block.message.lower())) for block in (title, told))
    numbers, others = ({word for word in words if word.isdigit()} for words in (said, printed))
    if not _same_type(title.type, told.type) or not (numbers <= others or others <= numbers):
        return False
    return len(said & printed) >= max(3, 0.7 * min(len(said), len(printed)))


def _same_type(left: str | None, right: str | None) -> bool:
    return left is None or right is None or left.rpartition(".")[2] == right.rpartition(".")[2]


def _merge_cut(events: list[Event]) -> list[Event]:
    """An error whose message is the beginning of another one's is that error, cut off."""
    kept: list[Event] = []
    for event in sorted(events, key=lambda event: -len(event.block.message)):
        whole = next((other for other in kept if _is_cut(event.block, other.block)), None)
        if whole is None:
            kept.append(event)
            continue
        longer, shorter = whole.block, event.block
        whole.count += event.count
        whole.order = min(whole.order, event.order)
        whole.block = replace(
            longer,
            type=longer.type or shorter.type,
            frames=longer.frames or shorter.frames,
            grade=max(longer.grade, shorter.grade),
            first_line=min(longer.first_line, shorter.first_line),
        )
    return kept


def _is_cut(part: Block, whole: Block) -> bool:
    text = part.message.rstrip(". ")
    return len(text) >= 24 and whole.message.startswith(text) and _same_type(part.type, whole.type)
