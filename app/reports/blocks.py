"""One error as printed once, and what a process has printed so far of its current one."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from app.reports.messages import Pending
from app.reports.model import Frame

MAX_FRAMES = 64
"""Frames kept of one traceback, those nearest the crash."""


@dataclass(frozen=True, slots=True)
class Block:
    """One error as printed once."""

    type: str | None
    message: str
    frames: tuple[Frame, ...]
    first_line: int
    last_line: int
    stream: str
    kind: str
    """typed, tail (untyped under frames), frames, inner, or the kind of a Judgement."""
    grade: int
    """How surely this is an error, 0 to 100; a typed exception has 80."""
    link: str = ""
    """`cause` or `context` when it is chained to the block before it in its stream."""
    context: tuple[str, ...] = ()


@dataclass(slots=True)
class Stream:
    """What one process has printed so far of its current error."""

    key: str
    frames: deque[Frame] = field(default_factory=lambda: deque(maxlen=MAX_FRAMES))
    first: int = 0
    last: int = 0
    code: str = ""
    expected: str | None = None
    """The type that a head line promised before its frames (IPython, Keras)."""
    thrown: str | None = None
    """The type that `terminate called` named."""
    link: str = ""
    gap: bool = False
    """A blank line came after the last frame."""
    ended: bool = False
    """A blank line came after the message, which ends it unless a part of it follows."""
    headed: bool = False
    """The last frame had a log head."""
    pending: Pending | None = None

    def forget(self) -> None:
        """Clears what belongs to one traceback."""
        self.frames.clear()
        self.first, self.link, self.code, self.expected, self.gap = 0, "", "", None, False
