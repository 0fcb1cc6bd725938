"""Clean lines to blocks: one block is one error as printed once, with its frames and the lines of its message."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.reports.frames import frame_of, frames_of_chain
from app.reports.lines import Line
from app.reports.model import Frame
from app.reports.signals import SignalRow, is_hint, signal_of, weight_of_words
from app.reports.typed import (
    BENIGN,
    Typed,
    raised,
    typed_anywhere,
    typed_mention,
    typed_plain,
    typed_start,
)

MAX_FRAMES = 64
"""Frames kept of one traceback, those nearest the crash."""
MAX_MESSAGE_LINES = 60
MAX_MESSAGE = 6000
MAX_STREAMS = 128
MAX_CONTEXT = 6

_HEAD = re.compile(r"Traceback \((?:most recent call last|innermost last)\):?")
_LINK = re.compile(
    r"(?P<context>During handling of the above exception)|(?P<cause>The above exception was the direct cause)|^\s*Caused by: "
)
_CARETS = re.compile(r"^[\s~^|]*[~^][\s~^|]*$|^\s*\.{3}\s*$|^\s*\[Previous line repeated \d+ more times?\]$")
_GROUP = re.compile(r"^\s*\+-{2,}[-\d\s.]{0,60}-*$|^\s*\| ?$")
_CODE = re.compile(
    r"(?:return\b|raise\b|self\.|for .{1,200}:|if .{1,200}:|elif\b|else:|while\b|with .{1,200}:|try:|except\b|def |class |import |from \S+ import"
    r"|assert |await |yield |lambda\b|@\w|[\w.]{1,120}(?:\[[^\]]{0,80}\])?(?:, [\w.]{1,80}){0,6} ?[+*/-]?=(?!=) ?\S|[\w.]{1,120}\([^)]{0,400}(?:\)|$|,)|[)\]}]+,?$|#)"
)
_QUIET_LEVELS = frozenset({"INFO", "DEBUG", "TRACE", "NOTICE"})
_LOUD_LEVELS = frozenset({"ERROR", "CRITICAL", "FATAL"})
_OPEN_END = (":", ",", "(", "[", "：", "\\")
_SHELL = re.compile(r"(?:\$|#|>>>|In \[\d|\(\w+\) ?\w+@|root@|\w+@\w+:|PS [A-Z]:)")


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
    """typed, tail (untyped after frames), frames, raise, mention, level, words, or the id of a signal row."""
    grade: int
    """How surely this is an error, 0 to 100; a typed exception has 80."""
    link: str = ""
    """`cause` or `context` when it is chained to the block before it in its stream."""
    context: tuple[str, ...] = ()


@dataclass(slots=True)
class _Pending:
    type: str | None
    lines: list[str]
    frames: tuple[Frame, ...]
    first: int
    last: int
    kind: str
    grade: int
    link: str
    size: int = 0


@dataclass(slots=True)
class _Stream:
    key: str
    frames: deque[Frame] = field(default_factory=lambda: deque(maxlen=MAX_FRAMES))
    first: int = 0
    last: int = 0
    code: str = ""
    expected: str | None = None
    thrown: str | None = None
    link: str = ""
    pending: _Pending | None = None


def blocks(lines: Iterator[Line]) -> Iterator[Block]:
    """The errors of the paste in the order in which they end; memory does not grow with the paste."""
    reader = _Reader()
    for line in lines:
        yield from reader.feed(line)
    yield from reader.finish()


class _Reader:
    """One state for each stream, so that ranks that write at the same time are told apart."""

    def __init__(self) -> None:
        self.streams: dict[str, _Stream] = {}
        self.near: str = ""
        self.near_number = 0
        self.decisive: deque[tuple[int, str]] = deque(maxlen=MAX_CONTEXT)

    def feed(self, line: Line) -> Iterator[Block]:
        """The blocks that this line ends or is."""
        if len(self.streams) >= MAX_STREAMS and line.stream not in self.streams:
            oldest = next(iter(self.streams))
            yield from self._flush(self.streams.pop(oldest))
        stream = self._stream_of(line)
        bare = line.text.strip()
        if not bare:
            yield from self._blank(stream)
            return
        if _CARETS.match(line.text) or _GROUP.match(line.text):
            return
        yield from self._line(stream, line, bare)

    def finish(self) -> Iterator[Block]:
        """What was still open at the end of the paste."""
        for stream in self.streams.values():
            yield from self._flush(stream)

    def _stream_of(self, line: Line) -> _Stream:
        key = line.stream
        if not key and self.near and line.number - self.near_number <= 1 and line.text[:1] in " \t":
            pending = self.streams[self.near].pending if self.near in self.streams else None
            if pending is not None:
                key = self.near
        self.near, self.near_number = key, line.number
        if key not in self.streams:
            self.streams[key] = _Stream(key)
        return self.streams[key]

    def _line(self, stream: _Stream, line: Line, bare: str) -> Iterator[Block]:
        head = _HEAD.search(line.text)
        if head:
            yield from self._head(stream, line, line.text[: head.start()])
            return
        link = _LINK.search(line.text)
        if link and (link["context"] or link["cause"]):
            yield from self._flush(stream)
            stream.link = "cause" if link["cause"] else "context"
            return
        frame = frame_of(line.text)
        found = [frame] if frame else [] if typed_start(bare) else frames_of_chain(line.text)
        if found:
            yield from self._close(stream)
            if not stream.frames:
                stream.first = line.number
            stream.frames.extend(found)
            stream.last = line.number
            stream.code = ""
            return
        if stream.pending is not None:
            if self._continues(stream.pending, line, bare):
                return
            yield from self._close(stream)
        if stream.frames:
            yield from self._after_frames(stream, line, bare)
        else:
            yield from self._report(stream, line, bare)

    def _head(self, stream: _Stream, line: Line, before: str) -> Iterator[Block]:
        yield from self._flush(stream)
        before = before.strip(" \t+|-:")
        typed = typed_start(before) if before else None
        if typed and not typed.message:
            stream.expected = typed.type
        elif len(before) > 3:
            yield from self._report(stream, line, before)
            yield from self._close(stream)
        stream.first = line.number

    def _after_frames(self, stream: _Stream, line: Line, bare: str) -> Iterator[Block]:
        typed = typed_start(line.text)
        if typed is None and line.text[:1] not in " \t":
            typed = typed_plain(bare)
        if typed and not typed.type.endswith(BENIGN):
            self._open(stream, line, typed.type, typed.message, "typed", 80)
            return
        if line.text[:2].isspace() or _CODE.match(bare):
            stream.code = bare
            anywhere = typed_anywhere(bare) if "Error: " in bare and bare.startswith("raise") else None
            if anywhere:
                self._open(stream, line, anywhere.type, anywhere.message, "typed", 78)
            return
        if line.level in _QUIET_LEVELS or (line.level and not stream.frames):
            yield from self._report(stream, line, bare)
            return
        signal = signal_of(bare)
        typed = typed_anywhere(bare)
        if typed or signal or weight_of_words(bare) or stream.expected:
            message = typed.message if typed else signal[1] if signal else bare
            kind = typed or signal
            self._open(stream, line, typed.type if typed else None, message, "tail", 76 if kind else 60)

    def _open(
        self, stream: _Stream, line: Line, name: str | None, message: str, kind: str, grade: int
    ) -> None:
        if name is None and kind == "tail":
            name = stream.expected
        if not message and stream.code.startswith("assert ") and stream.frames:
            message = stream.code
        stream.pending = _Pending(
            name,
            [message],
            tuple(stream.frames),
            stream.first if stream.frames else line.number,
            line.number,
            kind,
            grade,
            stream.link,
        )
        stream.frames.clear()
        stream.link, stream.code, stream.expected = "", "", None

    def _continues(self, pending: _Pending, line: Line, bare: str) -> bool:
        """Adds the line to the open message if it belongs there."""
        if len(pending.lines) >= MAX_MESSAGE_LINES or pending.size + len(bare) > MAX_MESSAGE:
            return False
        if line.title or _SHELL.match(bare):
            return False
        if typed_start(line.text) and not (line.text[:1] in " \t" and pending.lines[-1].endswith(_OPEN_END)):
            return False
        last = pending.lines[-1]
        indented = line.text[:1] in " \t"
        signal = signal_of(bare)
        if pending.kind not in ("typed", "tail"):
            if not (signal and signal[0].together and signal[0].id == pending.kind):
                return False
        elif signal is None and not is_hint(bare) and _soft_wrapped(last, bare):
            pending.lines[-1] = f"{last} {bare}"
            pending.last, pending.size = line.number, pending.size + len(bare)
            return True
        elif not (
            indented
            or last.endswith(_OPEN_END)
            or not last
            or is_hint(bare)
            or self._tail_of_trace(pending, line)
        ):
            return False
        elif signal and not indented and not signal[0].together and last and not last.endswith(_OPEN_END):
            return False
        pending.lines.append(line.text.rstrip() if indented else bare)
        pending.last, pending.size = line.number, pending.size + len(bare)
        return True

    def _tail_of_trace(self, pending: _Pending, line: Line) -> bool:
        """Unindented lines right under the message of a traceback belong to it, if no logger wrote them."""
        return (
            bool(pending.frames)
            and line.level not in _QUIET_LEVELS
            and len(pending.lines) < 12
            and line.number == pending.last + 1
        )

    def _report(self, stream: _Stream, line: Line, bare: str) -> Iterator[Block]:
        """Lines outside tracebacks: typed errors, rows of the signal table, words."""
        typed = typed_start(bare)
        if typed and not typed.type.endswith(BENIGN):
            self._open(stream, line, typed.type, typed.message, "typed", 80)
            return
        signal = signal_of(bare)
        if signal and signal[0].decides:
            self.decisive.append((line.number, bare))
        anywhere = typed_anywhere(bare)
        if anywhere and not anywhere.type.endswith(BENIGN) and not (signal and signal[0].decides):
            if bare.startswith(("raise ", "except ")):
                self._open(stream, line, anywhere.type, anywhere.message, "raise", 40)
            else:
                self._open(stream, line, anywhere.type, anywhere.message, "typed", 72)
            return
        if signal:
            self._signal(stream, line, signal)
            return
        code = _CODE.match(bare) is not None and (line.level is None or line.text[:1] in " \t")
        if code:
            thrown = raised(bare)
            if thrown:
                self._open(stream, line, thrown.type, thrown.message, "raise", 36 if thrown.message else 24)
            elif bare.startswith("assert "):
                self._open(stream, line, None, bare, "raise", 30)
            return
        yield from self._words(stream, line, bare)

    def _signal(self, stream: _Stream, line: Line, signal: tuple[SignalRow, str]) -> None:
        row, message = signal
        grade = row.grade - (30 if line.level in _QUIET_LEVELS else 0)
        self._open(stream, line, stream.thrown if row.id == "what" else None, message, row.id, grade)

    def _words(self, stream: _Stream, line: Line, bare: str) -> Iterator[Block]:
        mention = typed_mention(bare)
        words = weight_of_words(bare)
        if mention and mention.type != "Exception" and not mention.type.endswith(BENIGN):
            yield self._alone(stream, line, mention.type, bare, "mention", 52 + words)
            return
        if line.level in _LOUD_LEVELS and len(bare) > 8:
            yield self._alone(stream, line, None, bare, "level", 44 + 3 * words)
        elif words and line.level not in _QUIET_LEVELS and not (line.text[:2].isspace() and "(" in bare):
            first = 6 if line.title or line.number == 1 else 0
            lower = 8 if line.level == "WARNING" or mention else 0
            yield self._alone(stream, line, None, bare, "words", 20 + 4 * words + first - lower)

    def _alone(
        self, stream: _Stream, line: Line, name: str | None, message: str, kind: str, grade: int
    ) -> Block:
        return Block(name, message, (), line.number, line.number, stream.key, kind, grade)

    def _blank(self, stream: _Stream) -> Iterator[Block]:
        if stream.pending is not None and (
            stream.pending.lines[-1] and not stream.pending.lines[-1].endswith(":")
        ):
            yield from self._close(stream)

    def _close(self, stream: _Stream) -> Iterator[Block]:
        """Ends the open message."""
        pending = stream.pending
        if pending is None:
            return
        stream.pending = None
        message = "\n".join(pending.lines).strip("\n")
        near = tuple(
            text for number, text in self.decisive if text not in message and pending.last - number < 600
        )
        context = near if pending.kind == "typed" or pending.kind == "what" else ()
        if pending.kind == "terminate":
            stream.thrown = pending.type
        yield Block(
            pending.type,
            message,
            pending.frames,
            pending.first,
            pending.last,
            stream.key,
            pending.kind,
            pending.grade,
            pending.link,
            context,
        )

    def _flush(self, stream: _Stream) -> Iterator[Block]:
        """Ends the open message, or the frames whose message never came."""
        yield from self._close(stream)
        if stream.frames:
            thrown: Typed | None = raised(stream.code)
            if thrown is None and stream.code.startswith("assert "):
                thrown = Typed("AssertionError", stream.code)
            name = thrown.type if thrown else stream.expected
            message = thrown.message if thrown else ""
            grade = 50 if message else 12
            yield Block(
                name,
                message,
                tuple(stream.frames),
                stream.first,
                stream.last,
                stream.key,
                "frames",
                grade,
                stream.link,
            )
            stream.frames.clear()
        stream.link, stream.code, stream.expected = "", "", None


def _soft_wrapped(last: str, bare: str) -> bool:
    """Whether an editor broke the sentence: a long line without an end, then one that starts in mid-sentence."""
    if not 50 <= len(last) <= 120 or last.endswith((".", ":", ";", "!", "?", "。", ")", "]")):
        return False
    return bare[:1].islower() or bare[:1].isdigit()
