"""Blocks to events: repetitions folded, chains numbered, root cause first."""

from __future__ import annotations

import re
from dataclasses import replace

from app.reports.blocks import Block
from app.reports.deciding import LEAST_SURE
from app.reports.families import read_family
from app.reports.merging import Event, merged, rank
from app.reports.model import ErrorEvent
from app.reports.wrappers import WrapperRow, wrapper_of
from app.shapes.model import Explanation

MAX_ERRORS = 20
MAX_EXPLAINED = 60
"""Errors, the surest ones, whose numbers are looked at."""
BONUS = 10
LEAST_READ = 74
"""Grade of an error that a family reads, however it was found."""
TRACE_BELOW = 40
"""Lines between an error and a trace printed for it: a debugger says hello first."""
MAX_KEPT = 400
"""Different errors held while reading; beyond it the least sure ones are dropped."""

_VOLATILE = re.compile(
    r"block: \[[\d,]+\], thread: \[[\d,]+\]|0x[0-9a-fA-F]{4,16}|\bpid[=: ]\d+|\brank=?\d+|\bRank \d+|\bTP\d+\b"
    r"|\d+\.\d+ ?(?:s|ms|sec)\b"
)
_SPACE = re.compile(r"\s+")
_ENDED = re.compile(
    r"device-side assert|\b(?:CUDA|HIP) error|\bcuda runtime error|\bCU(?:BLAS|DNN)_STATUS_|\bNCCL error",
    re.IGNORECASE,
)
"""What every later call says once an assertion of a kernel has ended the context of the device."""
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
        before = self.last.get(block.stream)
        if before is not None and before.wrapper is None and _trace_of(block, before.block):
            before.block = replace(before.block, frames=block.frames)
            return
        self.order += 1
        row = wrapper_of(block.type, block.message)
        inner = row.pattern.search(block.message) if row else None
        if row and inner and "inner" in row.pattern.groupindex and inner["inner"]:
            self._inner(block, inner)
        event = self._fold(block, row)
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
        ranked = sorted(self.events.items(), key=lambda item: rank(item[1]))
        self.dropped += len(ranked) - MAX_KEPT // 2
        self.events = dict(ranked[: MAX_KEPT // 2])

    def errors(self) -> tuple[tuple[ErrorEvent, ...], int, int]:
        """At most 20 errors, root cause first; how many more there were; how sure the first is, 0 to 100."""
        events = merged(list(self.events.values()))
        explained = [(event, self._explain(event)) for event in events[:MAX_EXPLAINED]]
        told = [event for event, _ in explained]
        _under_what_they_explain(told)
        _assertions_first(told)
        explained.sort(key=lambda pair: rank(pair[0]))
        shown = tuple(_to_error(event, explanation) for event, explanation in explained[:MAX_ERRORS])
        grade = explained[0][0].block.grade if explained else 0
        return shown, self.dropped + len(events) - len(shown), grade

    def _explain(self, event: Event) -> Explanation | None:
        """The arithmetic of the error; that a family reads it makes it surer."""
        block = event.block
        if event.wrapper is not None:
            return None
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


def _assertions_first(events: list[Event]) -> None:
    """The assertion of a kernel comes before the error of the context that it ended, and where that was noticed is
    the nearest that is known of its place."""
    for event in events:
        if event.wrapper is not None or not _ENDED.search(event.block.message):
            continue
        for other in events:
            block = other.block
            if block.kind == "device_assert" and block.message in event.block.context:
                frames = block.frames or event.block.frames
                other.block = replace(block, frames=frames, grade=event.block.grade + 1)
                break


def _trace_of(block: Block, before: Block) -> bool:
    """Whether the block is the trace, printed below it, of a sure error without one: gdb's under an assertion."""
    nameless = block.kind == "frames" and not block.message and not block.link
    sure = before.grade >= LEAST_SURE and not before.frames
    return nameless and sure and 0 < block.first_line - before.last_line <= TRACE_BELOW


def _feeble(block: Block) -> bool:
    return (block.type or "").rpartition(".")[2] in _FEEBLE


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
