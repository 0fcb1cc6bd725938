"""The clean, distinct lines of a paste that are kept for log clues: the first ones and the last ones."""

from __future__ import annotations

from collections import deque

FIRST = 300
LAST = 120
MAX_CLUE = 400
"""Characters kept of one line."""


class Clues:
    """Keeps the head and the tail of the distinct lines; frames and blank lines are none."""

    def __init__(self) -> None:
        self.first: dict[str, None] = {}
        self.last: deque[str] = deque(maxlen=LAST)

    def look(self, text: str) -> None:
        """Takes one clean line."""
        line = text.strip()[:MAX_CLUE]
        if not line or line.startswith('File "') or line in self.first:
            return
        if len(self.first) < FIRST:
            self.first[line] = None
        elif line not in self.last:
            self.last.append(line)

    def lines(self) -> tuple[str, ...]:
        """What was kept, in the order of the paste."""
        return (*self.first, *self.last)
