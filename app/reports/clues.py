"""The clean, distinct lines of a paste that are kept for log clues: the first ones and the last ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence

from app.reports.model import LogLine

FIRST = 300
LAST = 120
MAX_CLUE = 400
"""Characters kept of one line."""
ABOVE = 200
"""Lines above an error that are near it."""
NEAREST = 80
"""Lines near an error that are kept for it, those nearest its end."""


class Clues:
    """Keeps the head and the tail of the distinct lines; frames and blank lines are none."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self.last: deque[LogLine] = deque(maxlen=LAST)

    def look(self, number: int, text: str) -> None:
        """Takes one clean line and its number."""
        line = text.strip()[:MAX_CLUE]
        if not line or line.startswith('File "') or line in self.first:
            return
        if len(self.first) < FIRST:
            self.first[line] = number
        elif all(line != kept.text for kept in self.last):
            self.last.append(LogLine(number, line))

    def lines(self) -> tuple[LogLine, ...]:
        """What was kept, in the order of the paste."""
        return (*(LogLine(number, line) for line, number in self.first.items()), *self.last)


def near(log: Sequence[LogLine], first: int, last: int) -> tuple[str, ...]:
    """The lines from above an error to its end; `first` and `last` are its own lines."""
    end = bisect_right(log, last, key=_number)
    start = max(end - NEAREST, bisect_left(log, first - ABOVE, key=_number))
    return tuple(line.text for line in log[start:end])


def _number(line: LogLine) -> int:
    return line.number
