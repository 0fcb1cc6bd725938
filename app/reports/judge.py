"""Is this line an error, and how surely? A pure function of one line that stands outside a traceback."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.reports.alarm import alarm
from app.reports.lines import Line
from app.reports.signals import SignalRow, is_hint, signal_of
from app.reports.typed import BENIGN, Typed, raised, typed_anywhere, typed_mention, typed_start

QUIET_LEVELS = frozenset({"INFO", "DEBUG", "TRACE", "NOTICE"})
LOUD_LEVELS = frozenset({"ERROR", "CRITICAL", "FATAL"})

TYPED = 80
"""Grade of a typed exception at the start of a line; the other grades are relative to it."""
TYPED_INSIDE = 72
MENTIONED = 52
LOUD = 44
WORDS = 20
EACH_WORD = 5
HINT = 14

_CODE = re.compile(
    r"(?:return\b|raise\b|self\.|for .{1,200}:$|if .{1,200}:$|elif\b|else:|while .{1,200}:$"
    r"|with .{1,200}:$|try:|except\b|def "
    r"|class \w+[(:]|import |from \S+ import|assert |await |yield |lambda\b|@\w"
    r"|[\w.]{1,120}(?:\[[^\]]{0,80}\])?(?:, [\w.]{1,80}){0,6} ?[+*/-]?=(?!=) ?\S"
    r"|[\w.]{1,120}\((?=[^)]{0,400}(?:\)$|$|,))|[)\]}]+,?$|#(?! ?[Ee]rror))"
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one line reports."""

    type: str | None
    message: str
    kind: str
    """typed, raise, mention, level, words, or the id of a signal row."""
    grade: int
    signal: SignalRow | None = None


def is_code(text: str) -> bool:
    """Whether a line without its indentation looks like Python source."""
    return _CODE.match(text) is not None


def judge(line: Line, bare: str) -> Judgement | None:
    """The error in a line outside tracebacks, or None when it says nothing of the kind."""
    typed = _error(typed_start(bare))
    if typed:
        return Judgement(typed.type, typed.message, "typed", _quieter(TYPED, line))
    signal = signal_of(bare)
    code = is_code(bare) and (line.level is None or line.text[:1] in " \t")
    if not (signal and signal[0].decides):
        inside = _error(typed_anywhere(bare))
        if inside:
            kind, grade = ("raise", 40) if bare.startswith(("raise ", "except ")) else ("typed", TYPED_INSIDE)
            return Judgement(inside.type, inside.message, kind, _quieter(grade, line))
    if signal:
        row, message = signal
        return Judgement(None, message, row.id, _quieter(row.grade, line), row)
    return _of_code(bare) if code else _of_words(line, bare)


def _error(typed: Typed | None) -> Typed | None:
    return None if typed is None or typed.type.endswith(BENIGN) else typed


def _quieter(grade: int, line: Line) -> int:
    """What a logger calls a warning or an information is less surely the error."""
    if line.level in QUIET_LEVELS:
        return grade - 30
    return grade - 12 if line.level == "WARNING" else grade


def _of_code(bare: str) -> Judgement | None:
    thrown = raised(bare)
    if thrown:
        return Judgement(thrown.type, thrown.message, "raise", 36 if thrown.message else 24)
    return Judgement(None, bare, "raise", 30) if bare.startswith("assert ") else None


def _of_words(line: Line, bare: str) -> Judgement | None:
    words = alarm(bare)
    mention = typed_mention(bare)
    if mention and mention.type != "Exception" and not mention.type.endswith(BENIGN):
        return Judgement(mention.type, bare, "mention", _quieter(MENTIONED + words, line))
    if is_hint(bare) and line.number > 1 and not line.title:
        return Judgement(None, bare, "words", HINT) if words else None
    if line.level in LOUD_LEVELS and len(bare) > 8:
        return Judgement(None, bare, "level", LOUD + 3 * words)
    if not words or line.breaks or (line.text[:2].isspace() and "(" in bare):
        return None
    first = 6 if line.title or line.number == 1 else 0
    lower = 12 if line.level in QUIET_LEVELS else 6 if line.level == "WARNING" or mention else 0
    return Judgement(None, bare, "words", WORDS + EACH_WORD * words + first - lower)
