"""The clean, distinct lines of a paste that are kept for log clues: the first ones and the last ones."""

from __future__ import annotations

from collections import deque

from app.reports.model import LogLine

FIRST = 300
LAST = 120
MAX_CLUE = 400
"""Characters kept of one line."""


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
