"""Lines that are no error of their own but decide between causes: an assertion of a kernel, NCCL's warning, what a
loader says. They go into the context of the error under them."""

from __future__ import annotations

import re
from collections import deque

from app.reports.messages import Pending
from app.reports.signals import SIGNALS

MAX_CONTEXT = 6
NEAR = 600
"""Lines above an error in which a deciding line still belongs to it."""
LEAST_SURE = 67
"""Grade from which an error takes the deciding lines above it into its context."""
ASSERTION = re.compile(r"\bAssertion .{1,300}? failed")
"""The assertion of a kernel or of C++ code."""
_DIGITS = re.compile(r"\d+")
_KINDS = frozenset(row.id for row in SIGNALS if row.decides)


class Deciding:
    """The last deciding lines of a paste."""

    def __init__(self) -> None:
        self._lines: deque[tuple[int, str]] = deque(maxlen=MAX_CONTEXT)
        self._wordings: deque[str] = deque(maxlen=MAX_CONTEXT)

    def keep(self, number: int, text: str) -> None:
        """Keeps a line that may decide; of the same wording with other numbers only the first."""
        wording = _DIGITS.sub("#", text)
        if wording not in self._wordings:
            self._wordings.append(wording)
            self._lines.append((number, text))

    def above(self, pending: Pending, message: str) -> tuple[str, ...]:
        """Those that stand near enough above an error that is sure, and not in its message."""
        if pending.grade < LEAST_SURE or pending.kind in _KINDS:
            return ()
        near = (text for number, text in self._lines if text not in message and pending.last - number < NEAR)
        return tuple(dict.fromkeys(near))
