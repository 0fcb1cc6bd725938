"""Picks the parts of a big log that are worth parsing: a literal scan over large chunks, in bounded memory.

The head (versions, flags), the tail (how it ended) and the surroundings of every line with an error word are kept;
lines of the same wording only a few times. What is left out costs one pass of a search for all words at once.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ahocorasick_rs import BytesAhoCorasick, MatchKind

CHUNK = 1 << 20
"""Bytes that a caller should read at once."""
LONGEST_LINE = 8 * CHUNK
"""Bytes of a line from which it is cut."""
HEAD = 1 << 17
TAIL = 1 << 16
BEFORE = 1 << 13
"""Bytes kept before a hit: a traceback of 64 frames."""
AFTER = 1 << 12
FIRST_WINDOWS = 2 << 20
"""Bytes of windows taken from the front; of what comes later the last LAST_WINDOWS bytes are kept."""
LAST_WINDOWS = 1 << 20
SAME = 3
"""Hits of the same wording that open a window."""
MAX_WORDINGS = 20_000
MOST_SKIPPED = 1 << 16
"""Bytes left unsearched, for this word only, after a long run of hits of known wording."""

NEEDLES: tuple[bytes, ...] = (
    b"Traceback (most",
    b"rror",
    b"xception",
    b"ERROR",
    b"NCCL WARN",
    b"Xid",
    b"ssertion",
    b"_ASSERT(",
    b" failed",
    b"Failed ",
    b"Failed:",
    b"ut of memory",
    b"out of resource",
    b"Not enough memory",
    b"Tried to allocate",
    b"Segmentation fault",
    b"core dumped",
    b"exit code",
    b"exitcode",
    b"SIGKILL",
    b"what():",
    b"terminate called",
    b"panic: ",
    b" panicked",
    b"CUDA failure",
    b"illegal memory",
    b"kernel image",
    b"Cannot re-init",
    b"GPU is lost",
    b"fallen off the",
    b"Watchdog caught",
    b"ocket Timeout",
    b"ptxas fatal",
    b"INVALID_ARG",
    b"size mismatch for",
    b"could not be broadcast",
    b"Expected all tensors",
    b"\xe6\x8a\xa5\xe9\x94\x99",
)
"""What an error line holds (the last is Chinese for reporting an error); one of them opens a window."""
HINTS: tuple[bytes, ...] = (
    b" mismatch",
    b"ncompatible",
    b"not supported",
    b"not compatible",
    b"cannot be ",
    b"Cannot ",
    b"ould not ",
    b"must be ",
    b"must match",
    b"nvalid ",
    b"exceeds ",
    b"is larger than",
    b"nsufficient",
    b"Unable to",
    b"requires ",
)
"""What error lines without such a word hold, and calm ones too: only so many windows for each."""
HINT_WINDOWS = 24
"""Windows that one hint may open."""
WORDS = NEEDLES + HINTS
_SCANNER = BytesAhoCorasick(WORDS, matchkind=MatchKind.LeftmostFirst)
"""All of them in one pass. Leftmost matching is what lets the library compare many bytes at once."""
GAP = b"```\n"
"""Line that stands for what was left out; the parser ends there what is open."""

_DIGITS = re.compile(rb"0x[0-9a-f]+|\d+")

Numbered = tuple[int, bytes]
"""Number of a line, and the line."""


@dataclass(frozen=True, slots=True)
class _Body:
    """Whole lines to search: the number of the first one, its offset, where the unsearched part begins."""

    number: int
    offset: int
    raw: bytes
    searched: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """Whole lines to parse."""

    number: int
    offset: int
    raw: bytes

    def lines(self, reached: int) -> Iterator[Numbered]:
        """The lines; before them a gap if the last part did not reach this one."""
        if self.offset != reached:
            yield self.number, GAP
        lines = self.raw.split(b"\n")
        if not lines[-1]:
            lines.pop()
        for at, line in enumerate(lines):
            yield self.number + at, line + b"\n"


@dataclass(slots=True)
class _Scan:
    """What one scan has seen."""

    wordings: dict[tuple[bytes, bytes], int] = field(default_factory=dict)
    runs: dict[bytes, int] = field(default_factory=dict)
    left: dict[bytes, int] = field(default_factory=lambda: dict.fromkeys(HINTS, HINT_WINDOWS))
    """Windows that each hint may still open."""
    given: int = 0
    """Offset up to which lines were given out or left out."""
    wanted: int = 0
    """Offset up to which the surroundings of the last hit reach."""

    def is_new(self, needle: bytes, line: bytes) -> bool:
        """Whether a hit on this line opens a window."""
        wording = (needle, _DIGITS.sub(b"", line[:300]))
        times = self.wordings.get(wording, 0)
        if times < SAME and len(self.wordings) < MAX_WORDINGS and self.left.get(needle, 1):
            if needle in self.left:
                self.left[needle] -= 1
            self.wordings[wording] = times + 1
            self.runs[needle] = 0
            return True
        self.runs[needle] = self.runs.get(needle, 0) + 1
        return False

    def skip(self, needle: bytes) -> int:
        """How far to go on after a hit of known wording: further, the longer nothing else came."""
        return min(MOST_SKIPPED, 1 << min(self.runs.get(needle, 0) // 64, 16)) - 1


def windows(chunks: Iterable[bytes], progress: Callable[[int], None] | None = None) -> Iterator[Numbered]:
    """The lines worth parsing with their numbers in the log, GAP between parts that do not touch.

    `progress` is told the number of bytes read, chunk by chunk.
    """
    scan = _Scan()
    late: deque[_Part] = deque()
    early = late_size = reached = 0
    for body in _bodies(_plain(chunks)):
        if progress is not None:
            progress(body.offset + len(body.raw))
        for part in _parts(scan, body):
            if early < FIRST_WINDOWS:
                early += len(part.raw)
                yield from part.lines(reached)
                reached = part.offset + len(part.raw)
            else:
                late.append(part)
                late_size += len(part.raw)
                while late_size > LAST_WINDOWS and len(late) > 1:
                    late_size -= len(late.popleft().raw)
    for part in late:
        yield from part.lines(reached)
        reached = part.offset + len(part.raw)


def _plain(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """UTF-16 logs as UTF-8; all others as they are."""
    decoder: codecs.IncrementalDecoder | None = None
    for at, chunk in enumerate(chunks):
        if at == 0 and chunk[:2] in (b"\xff\xfe", b"\xfe\xff"):
            codec = "utf-16-le" if chunk[:2] == b"\xff\xfe" else "utf-16-be"
            decoder = codecs.getincrementaldecoder(codec)("replace")
            chunk = chunk[2:]  # noqa: PLW2901
        yield decoder.decode(chunk).encode() if decoder else chunk


def _bodies(chunks: Iterable[bytes]) -> Iterator[_Body]:
    """Whole lines of about a chunk each, with the end of the chunk before it for context."""
    number, offset, searched = 1, 0, 0
    whole = rest = b""
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if not cut:
            if len(rest) + len(chunk) < LONGEST_LINE:
                rest += chunk
                continue
            cut = len(chunk)
        if whole:
            yield _Body(number, offset, whole, searched, is_last=False)
            keep = _line_start(whole, len(whole) - BEFORE)
            number += whole.count(b"\n", 0, keep)
            offset += keep
            searched = len(whole) - keep
            whole = whole[keep:]
        # Joined at once: copies of a chunk are what costs here.
        whole = b"".join((whole, rest, memoryview(chunk)[:cut]))
        rest = chunk[cut:]
    if whole or rest:
        yield _Body(number, offset, whole + rest, searched, is_last=True)


def _parts(scan: _Scan, body: _Body) -> Iterator[_Part]:
    """The parts of the body to keep, whole lines, in order, without what was given out before."""
    spans = [(0, _line_end(body.raw, HEAD - body.offset))] if body.offset < HEAD else []
    if scan.wanted > body.offset:
        spans.append((0, _line_end(body.raw, scan.wanted - body.offset)))
    if body.is_last:
        spans.append((_line_start(body.raw, len(body.raw) - TAIL), len(body.raw)))
    spans += _hits(scan, body)
    number, counted = body.number, 0
    given = max(0, scan.given - body.offset)
    for start, end in _merged(spans, given):
        number += body.raw.count(b"\n", counted, start)
        counted, given = start, end
        yield _Part(number, body.offset + start, body.raw[start:end])
    scan.given = max(scan.given, body.offset + given)


def _merged(spans: list[tuple[int, int]], given: int) -> list[tuple[int, int]]:
    """The spans in order, those that touch as one, without what lies before `given`."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > given:
            merged.append((max(start, given), end))
    return merged


def _hits(scan: _Scan, body: _Body) -> Iterator[tuple[int, int]]:
    """The surroundings of each hit that opens a window."""
    raw = body.raw
    resume = [body.searched] * len(WORDS)
    for which, found, _ in _SCANNER.find_matches_as_indexes(memoryview(raw)[body.searched :]):
        at = body.searched + found
        if at < resume[which]:
            continue
        start, end = _line_start(raw, at), _line_end(raw, at)
        resume[which] = end
        if scan.is_new(WORDS[which], raw[start:end]):
            scan.wanted = max(scan.wanted, body.offset + end + AFTER)
            yield _line_start(raw, start - BEFORE), _line_end(raw, end + AFTER)
        else:
            resume[which] += scan.skip(WORDS[which])


def _line_start(body: bytes, at: int) -> int:
    return body.rfind(b"\n", 0, at) + 1 if at > 0 else 0


def _line_end(body: bytes, at: int) -> int:
    end = body.find(b"\n", max(0, at))
    return end + 1 if end >= 0 else len(body)
