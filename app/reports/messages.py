"""Which lines belong to the message of an error: the rules by which a message goes on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.reports.alarm import is_quiet
from app.reports.judge import QUIET_LEVELS, is_code
from app.reports.lines import Line
from app.reports.model import Frame
from app.reports.signals import is_hint, signal_of
from app.reports.typed import typed_start
from app.reports.wrappers import wrapper_of

MAX_LINES = 60
MAX_CHARACTERS = 6000
TAIL_OF_TRACE = 12
"""Unindented lines under the message of a traceback that are taken for part of it."""

_OPEN_END = (":", ",", "(", "[", "：", "\\")
_ENDS = (".", ":", ";", "!", "?", "。", ")", "]")
_HANGING = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "because",
        "but",
        "by",
        "cannot",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "is",
        "must",
        "not",
        "of",
        "on",
        "or",
        "than",
        "that",
        "the",
        "this",
        "to",
        "was",
        "were",
        "which",
        "with",
    ]
)
"""Words that want another one after them."""
_SHELL = re.compile(r"\$ |>>>|In \[\d|\(\w+\) ?\w+@|root@|\w+@[\w-]+:|PS [A-Z]:|Process [\w-]{1,60}:$")
_OPENS = ("'", "(")
"""How a line in the middle of a sentence may begin too: with a quoted word or a remark."""
_FIELD = re.compile(r"[\w .-]{1,40} ?[:=] ?\S|--\w")

_VALUE = r"[\w.]{1,60}=(?:[\w.-]{1,40}|[{\[(][\w., -]{0,80}[}\])])"
_VALUES = re.compile(rf"(?:\[\w{{1,40}}(?:=\w{{1,40}})?\] )?{_VALUE}(?:, {_VALUE})+\.?")
"""The values behind a message, as `f"{x=}, {y=}"` prints them."""


@dataclass(slots=True)
class Pending:
    """An error whose message may go on."""

    type: str | None
    lines: list[str]
    frames: tuple[Frame, ...]
    first: int
    last: int
    kind: str
    grade: int
    link: str
    level: str | None
    together: bool = False
    """Lines of the same signal row that follow are the same error."""
    alone: bool = False
    """It is one line, whatever follows: a title, a line known by words only."""
    size: int = 0
    broken: bool = False
    """An editor broke its sentence at least once."""
    reach: int = 0
    """Length of the last line as it stood in the paste."""

    def take(self, text: str, number: int) -> None:
        """Adds a line."""
        self.lines.append(text)
        self.last = number
        self.size += len(text)
        self.reach = len(text)

    @property
    def open(self) -> bool:
        """Whether the last line asks for more."""
        return not self.lines[-1] or self.lines[-1].endswith(_OPEN_END)


def goes_on(pending: Pending, line: Line, bare: str) -> bool:
    """Whether the line belongs to the open message; if so it is added."""
    if len(pending.lines) >= MAX_LINES or pending.size + len(bare) > MAX_CHARACTERS or line.title:
        return False
    if line.level is not None and line.level != pending.level:
        return False
    indented = line.text[:1] in " \t"
    if pending.alone or pending.together:
        hanging = pending.alone and pending.level is not None and indented and not is_code(bare)
        if (pending.together and _same_signal(pending, bare)) or (
            hanging and line.number == pending.last + 1
        ):
            pending.take(line.text.rstrip() if indented else bare, line.number)
            return True
        return False
    if _begins_anew(pending, line, bare, indented):
        return False
    if not is_hint(bare) and (
        _hangs(pending, line, bare) or (not line.headed and _soft_wrapped(pending, bare))
    ):
        pending.lines[-1] = f"{pending.lines[-1]} {bare}"
        pending.last, pending.size = line.number, pending.size + len(bare)
        pending.broken, pending.reach = True, len(bare)
        return True
    if (
        indented
        or pending.open
        or is_hint(bare)
        or _under_trace(pending, line)
        or _values(pending, line, bare)
    ):
        pending.take(line.text.rstrip() if indented else bare, line.number)
        return True
    return False


def _same_signal(pending: Pending, bare: str) -> bool:
    signal = signal_of(bare)
    return signal is not None and signal[0].id == pending.kind


def _begins_anew(pending: Pending, line: Line, bare: str, indented: bool) -> bool:
    """Whether the line plainly is something else: another error, a command, source code."""
    if _SHELL.match(bare) or (is_quiet(bare) and not indented):
        return True
    if is_hint(bare):
        return False
    if typed_start(line.text) and not (indented and pending.open):
        return True
    if indented:
        return not pending.open and not pending.frames and is_code(bare)
    if wrapper_of(None, bare) is not None:
        return True
    signal = signal_of(bare)
    return signal is not None and not signal[0].together and not pending.open


def _under_trace(pending: Pending, line: Line) -> bool:
    return (
        bool(pending.frames)
        and line.level not in QUIET_LEVELS
        and len(pending.lines) < TAIL_OF_TRACE
        and line.number == pending.last + 1
    )


def _values(pending: Pending, line: Line, bare: str) -> bool:
    return line.number == pending.last + 1 and _VALUES.fullmatch(bare) is not None


def _hangs(pending: Pending, line: Line, bare: str) -> bool:
    """Whether the next line finishes a sentence that ends in a word no sentence ends in, at whatever width."""
    words = pending.lines[-1].rsplit(maxsplit=1)
    mid_sentence = bare[:1].islower() or bare[:1].isdigit()
    return mid_sentence and line.number == pending.last + 1 and bool(words) and words[-1] in _HANGING


def _soft_wrapped(pending: Pending, bare: str) -> bool:
    """Whether an editor broke the sentence: a long line without an end, then one in mid-sentence."""
    last = pending.lines[-1]
    if not 50 <= (pending.reach or len(last)) <= 120 or last.endswith(_ENDS):
        return False
    mid_sentence = bare[:1].islower() or bare[:1].isdigit() or bare[:1] in _OPENS or pending.broken
    return mid_sentence and _FIELD.match(bare) is None
