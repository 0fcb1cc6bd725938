"""Clean lines to blocks: a block is one error as printed once, with its frames and its message."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.reports.alarm import is_quiet
from app.reports.blocks import Block, Stream
from app.reports.deciding import Deciding
from app.reports.frames import frame_of, frames_of_chain
from app.reports.judge import QUIET_LEVELS, Judgement, is_code, judge
from app.reports.lines import Line
from app.reports.messages import Pending, goes_on
from app.reports.model import Frame
from app.reports.signals import is_part, signal_of
from app.reports.typed import BENIGN, Typed, raised, typed_anywhere, typed_plain, typed_start
from app.reports.wrappers import wrapper_of

MAX_STREAMS = 128
TAIL = 60
"""Grade of a line without a type right under frames."""
FRAMES_ONLY = 12

_HEAD = re.compile(r"Traceback \((?:most recent call last|innermost last)\):?")
_LINK = re.compile(
    r"(?P<context>During handling of the above exception)|(?P<cause>The above exception was the direct cause)"
)
_DRAWN = re.compile(
    r"[\s~^|]*[~^][\s~^|]*$|\s*\.{3}\s*$|\s*\[Previous line repeated \d+ more times?\]$"
    r"|\s*\+-[-+\d\s.]{2,90}$|\s*\| ?$"
)
_NATIVE = ("terminate called", "what():")
"""C++ speaks: whatever Python printed above has ended."""
_NUMBERED = re.compile(r"\d{1,6}(?:\s|$)")
"""A source line around the one that failed, as IPython and rich show it."""


def blocks(lines: Iterator[Line]) -> Iterator[Block]:
    """The errors of the paste in the order in which they end; memory does not grow with the paste."""
    reader = _Reader()
    for line in lines:
        yield from reader.feed(line)
    yield from reader.finish()


class _Reader:
    """One state for each stream, so that ranks that write at the same time are told apart."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self.near = ""
        self.near_number = 0
        self.deciding = Deciding()

    def feed(self, line: Line) -> Iterator[Block]:
        """The blocks that this line ends."""
        if len(self.streams) >= MAX_STREAMS and line.stream not in self.streams:
            yield from self._flush(self.streams.pop(next(iter(self.streams))))
        stream = self._stream_of(line)
        bare = line.text.strip()
        if line.breaks:
            for each in self.streams.values():
                yield from self._flush(each)
        if not bare:
            stream.gap = True
            stream.ended = stream.pending is not None and not stream.pending.open
        elif not _DRAWN.match(line.text):
            if stream.ended and not is_part(bare):
                yield from self._close(stream)
            stream.ended = False
            yield from self._line(stream, line, bare)

    def finish(self) -> Iterator[Block]:
        """What was still open at the end of the paste."""
        for stream in self.streams.values():
            yield from self._flush(stream)

    def _stream_of(self, line: Line) -> Stream:
        """The stream of the line; an indented line without a name goes on with the message above it."""
        key = line.stream
        if not key and self.near and line.number - self.near_number <= 1 and line.text[:1] in " \t":
            above = self.streams.get(self.near)
            key = self.near if above is not None and above.pending is not None else key
        self.near, self.near_number = key, line.number
        return self.streams.setdefault(key, Stream(key))

    def _line(self, stream: Stream, line: Line, bare: str) -> Iterator[Block]:
        head = _HEAD.search(line.text)
        if head:
            yield from self._head(stream, line, line.text[: head.start()].strip(" \t+|-:,"))
            return
        link = _LINK.search(line.text)
        if link:
            yield from self._flush(stream)
            stream.link = "cause" if link["cause"] else "context"
            return
        found = _frames(line, bare)
        if found:
            yield from self._close(stream)
            stream.first = stream.first or line.number
            stream.last = line.number
            stream.frames.extend(found)
            stream.code, stream.gap, stream.headed = "", False, line.headed
            return
        apart = stream.gap or line.headed != stream.headed
        if bare.startswith(_NATIVE) or (stream.frames and apart and _reports_another(bare)):
            yield from self._flush(stream)
        if stream.pending is not None:
            if goes_on(stream.pending, line, bare):
                return
            yield from self._close(stream)
        if stream.frames or stream.expected:
            self._under_frames(stream, line, bare)
        else:
            self._outside(stream, line, bare)

    def _head(self, stream: Stream, line: Line, before: str) -> Iterator[Block]:
        """`Traceback (most recent call last)`, after a type (IPython) or after the end of a log line."""
        link = stream.link
        yield from self._flush(stream)
        stream.link = link
        typed = typed_start(before) if before else None
        if typed and not typed.message:
            stream.expected = typed.type
        elif len(before) > 3:
            self._outside(stream, line, before)
            yield from self._close(stream)
            stream.link = link
        stream.first = line.number

    def _under_frames(self, stream: Stream, line: Line, bare: str) -> None:
        """The line after a frame: its source, the error at last, or something that another part printed."""
        indented = line.text[:1] in " \t"
        typed = typed_start(line.text) or (None if indented else typed_plain(bare))
        if typed and not typed.type.endswith(BENIGN):
            self._open(stream, line, Judgement(typed.type, typed.message, "typed", 80))
            return
        if line.text[:2].isspace() or is_code(bare):
            if not _NUMBERED.match(bare):
                stream.code = bare
            inside = typed_anywhere(bare) if bare.startswith("raise") and "Error: " in bare else None
            if inside:
                self._open(stream, line, Judgement(inside.type, inside.message, "typed", 78))
        elif line.level in QUIET_LEVELS:
            self._outside(stream, line, bare)
        else:
            self._tail(stream, line, bare)

    def _tail(self, stream: Stream, line: Line, bare: str) -> None:
        if is_quiet(bare):
            return
        found = judge(line, bare)
        if found and found.kind not in ("words", "level", "raise"):
            self._open(stream, line, Judgement(found.type, found.message, "tail", max(76, found.grade - 4)))
        elif found or (line.number - stream.last <= 2 and len(bare.split()) > 2):
            self._open(stream, line, Judgement(stream.expected, bare, "tail", TAIL if found else TAIL - 6))

    def _outside(self, stream: Stream, line: Line, bare: str) -> None:
        found = judge(line, bare)
        if found is None:
            return
        if found.signal is not None and found.signal.decides:
            self.deciding.keep(line.number, bare)
        if found.kind == "raise" and found.type is None:
            stream.code = bare
        if found.kind == "what" and stream.thrown:
            found = Judgement(stream.thrown, found.message, found.kind, found.grade, found.signal)
        self._open(stream, line, found, outside=True)

    def _open(self, stream: Stream, line: Line, found: Judgement, outside: bool = False) -> None:
        message = found.message
        if not message and stream.code.startswith("assert "):
            message = stream.code
        together = found.signal is not None and found.signal.together
        frames = () if outside and line.level in QUIET_LEVELS else tuple(stream.frames)
        stream.pending = Pending(
            found.type,
            [message],
            frames,
            stream.first if frames else line.number,
            line.number,
            found.kind,
            found.grade,
            stream.link,
            line.level,
            together=together,
            alone=line.title or (found.kind not in ("typed", "tail", "what") and not together),
        )
        if not (outside and found.kind == "raise") and (frames or not stream.frames):
            stream.forget()

    def _close(self, stream: Stream) -> Iterator[Block]:
        """Ends the open message."""
        pending = stream.pending
        if pending is None:
            return
        stream.pending = None
        message = "\n".join(pending.lines).strip("\n")
        row = wrapper_of(pending.type, message)
        if row is not None and row.id == "user_code":
            stream.expected = pending.type
        if row is not None and row.id == "terminate":
            thrown = row.pattern.search(message)
            stream.thrown = thrown["type"] if thrown else None
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
            self.deciding.above(pending, message),
        )

    def _flush(self, stream: Stream) -> Iterator[Block]:
        """Ends the open message, or the frames whose message never came."""
        yield from self._close(stream)
        if stream.frames:
            code = stream.code
            thrown: Typed | None = raised(code)
            if thrown is None and code.startswith("assert "):
                thrown = Typed("AssertionError", code)
            yield Block(
                thrown.type if thrown else stream.expected,
                thrown.message if thrown else "",
                tuple(stream.frames),
                stream.first,
                stream.last,
                stream.key,
                "frames",
                50 if thrown and thrown.message else FRAMES_ONLY,
                stream.link,
                (code,) if code and not (thrown and thrown.message) else (),
            )
        stream.forget()


def _reports_another(bare: str) -> bool:
    typed = typed_start(bare)
    return wrapper_of(typed.type, typed.message) is not None if typed else wrapper_of(None, bare) is not None


def _frames(line: Line, bare: str) -> list[Frame]:
    frame = frame_of(line.text)
    if frame:
        return [frame]
    chain = frames_of_chain(line.text)
    return [] if chain and (typed_start(bare) or signal_of(bare)) else chain
