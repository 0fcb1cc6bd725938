"""Blocks to events: repetitions folded, chains numbered, root cause first."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.reports.families import read_family
from app.reports.model import ErrorEvent
from app.reports.tracebacks import Block
from app.reports.wrappers import WrapperRow, wrapper_of
from app.shapes.model import Explanation

MAX_ERRORS = 20
MAX_EXPLAINED = 60
"""Errors, the surest ones, whose numbers are looked at."""
BONUS = 10
LEAST_READ = 74
"""Grade of an error that a family reads, however it was found."""
MAX_KEPT = 400
"""Different errors held while reading; beyond it the least sure ones are dropped."""

_VOLATILE = re.compile(
    r"block: \[[\d,]+\], thread: \[[\d,]+\]|0x[0-9a-fA-F]{4,16}|\bpid[=: ]\d+|\brank=?\d+|\bRank \d+|\bTP\d+\b"
    r"|\d+\.\d+ ?(?:s|ms|sec)\b"
)
_WORD = re.compile(r"[a-z_]{2,}|\d+")
_SPACE = re.compile(r"\s+")
_FEEBLE = frozenset(
    {
        "KeyError",
        "AttributeError",
        "StopIteration",
        "EOFError",
        "ImportError",
        "ModuleNotFoundError",
        "IndexError",
    }
)
"""Types that code often catches and answers with a fuller error of its own."""


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


def _key(block: Block) -> tuple[str, str]:
    plain = _SPACE.sub(" ", _VOLATILE.sub("#", block.message)).strip()
    return ((block.type or "").rpartition(".")[2], plain or repr(block.frames[-1:]))


class Collector:
    """Holds the different errors of a paste in bounded memory."""

    def __init__(self) -> None:
        self.events: dict[tuple[str, str], Event] = {}
        self.last: dict[str, Event] = {}
        self.order = 0
        self.dropped = 0

    def add(self, block: Block) -> None:
        """Takes one block, and the error that it quotes as one more."""
        self.order += 1
        row = wrapper_of(block.type, block.message)
        inner = row.pattern.search(block.message) if row else None
        if row and inner and "inner" in row.pattern.groupindex and inner["inner"]:
            self._inner(block, inner)
        event = self._fold(block, row)
        before = self.last.get(block.stream)
        if block.link and before is not None and before is not event:
            event.chain = before.chain + 1
            if (
                block.link == "context"
                and _feeble(before.block)
                and len(block.message) > len(before.block.message)
            ):
                before.answered = True
        self.last[block.stream] = event
        if len(self.last) > MAX_KEPT:
            self.last.pop(next(iter(self.last)))
        if len(self.events) > MAX_KEPT:
            self._shrink()

    def _inner(self, block: Block, found: re.Match[str]) -> None:
        groups = found.groupdict()
        quoted = groups["inner"].strip()
        self._fold(
            replace(
                block, type=groups.get("type"), message=quoted, frames=(), kind="inner", grade=79, link=""
            ),
            None,
            times=0,
        )

    def _fold(self, block: Block, row: WrapperRow | None, times: int = 1) -> Event:
        key = _key(block)
        known = self.events.get(key)
        if known is None:
            known = self.events[key] = Event(block, times, self.order, row)
            return known
        known.count += times
        old = known.block
        better = block if (len(block.frames), block.grade) > (len(old.frames), old.grade) else old
        known.block = replace(
            better,
            type=better.type or old.type or block.type,
            first_line=min(old.first_line, block.first_line) if times else old.first_line,
            last_line=max(old.last_line, block.last_line) if times else old.last_line,
            grade=max(old.grade, block.grade),
            context=tuple(dict.fromkeys(old.context + block.context))[-6:],
        )
        return known

    def _shrink(self) -> None:
        ranked = sorted(self.events.items(), key=lambda item: _rank(item[1]))
        self.dropped += len(ranked) - MAX_KEPT // 2
        self.events = dict(ranked[: MAX_KEPT // 2])

    def errors(self) -> tuple[tuple[ErrorEvent, ...], int, int]:
        """At most 20 errors, root cause first; how many more there were; how sure the first is, 0 to 100."""
        events = _merge_title(_merge_cut(list(self.events.values())))
        events = sorted(_without_empty(_adopt(events)), key=_rank)
        explained = [(event, self._explain(event)) for event in events[:MAX_EXPLAINED]]
        _under_what_they_explain([event for event, _ in explained])
        explained.sort(key=lambda pair: _rank(pair[0]))
        shown = tuple(_to_error(event, explanation) for event, explanation in explained[:MAX_ERRORS])
        grade = explained[0][0].block.grade if explained else 0
        return shown, self.dropped + len(events) - len(shown), grade

    def _explain(self, event: Event) -> Explanation | None:
        """The arithmetic of the error; that a family reads it makes it surer."""
        block = event.block
        explanation = read_family(block.message, block.type)
        if explanation is not None:
            event.block = replace(block, grade=max(block.grade + BONUS, LEAST_READ))
        return explanation


def _under_what_they_explain(events: list[Event]) -> None:
    """A line that went into the context of an error comes after that error."""
    for event in events:
        if event.wrapper is None:
            for other in events:
                if other.block.message in event.block.context and other.block.grade >= event.block.grade:
                    other.block = replace(other.block, grade=event.block.grade - 1)


def _feeble(block: Block) -> bool:
    return (block.type or "").rpartition(".")[2] in _FEEBLE


def _rank(event: Event) -> tuple[bool, int, int]:
    """Sort key: reports of other errors last, then by how sure, then by the order of the paste."""
    grade = event.block.grade - (15 if event.answered else 0) - (0 if event.block.message else 40)
    return (event.wrapper is not None, -grade, event.order)


def _adopt(events: list[Event]) -> list[Event]:
    """Frames whose message was cut off go to the surest error without frames: a title, a line apart."""
    orphans = [event for event in events if event.block.frames and not event.block.message]
    told = [event for event in events if event.block.message and event.wrapper is None]
    owners = [event for event in told if not event.block.frames]
    if not orphans or not owners or len(owners) < len(told):
        return events
    owner = min(owners, key=_rank)
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


def _to_error(event: Event, explanation: Explanation | None) -> ErrorEvent:
    block = event.block
    return ErrorEvent(
        type=block.type,
        message=block.message,
        frames=block.frames,
        first_line=block.first_line,
        last_line=block.last_line,
        count=max(1, event.count),
        wrapper=event.wrapper is not None,
        chain=event.chain,
        context=block.context,
        family=explanation.family if explanation else None,
        numbers=explanation.values if explanation else {},
        explanation=explanation,
    )
