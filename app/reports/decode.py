"""Bytes to text lines: encodings, line ends, terminal colours, control characters. Never raises."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from app.reports.meter import Meter

MAX_RAW_LINE = 1 << 20
"""Characters of one raw line that are looked at: its head and its tail, half each."""

_ANSI = re.compile(
    r"(?:\x1b|\\x1b|\\033|\\u001b|\bESC|␛)\[[0-9;?]{0,20}[A-Za-z]"  # with its escape character, or spelled
    r"|\x1b\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)"  # window titles and links
    r"|\[\d{1,3}(?:;\d{1,3}){0,4}m"  # the escape character lost in copying
)
_ANSI_HINT = re.compile(r"\x1b|\[\d{1,3}(?:;\d{1,3})*m|\\x1b|\\033|\\u001b|ESC\[|␛")
_CONTROL = {code: None for code in range(32) if code not in (9, 10)} | {
    127: None,
    0xFEFF: None,
    0x200B: None,
    0x200C: None,
    0x200D: None,
    0x2060: None,
    0xA0: " ",
    0x3000: " ",
    0x2028: "\n",
}
_PAIR = re.compile(rb"[\x81-\xfe][\x81-\xfe]")
_SPLIT = re.compile(r"\r\n|\n|\r|\^M")


def _wide(first: bytes) -> str | None:
    """The codec of a UTF-16 byte order mark: what PowerShell writes on `>`."""
    if first.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if first.startswith(b"\xfe\xff"):
        return "utf-16-be"
    return None


def decode_line(raw: bytes) -> str:
    """The text of one line: UTF-8, else GB18030 where bytes come in pairs, else Windows-1252."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        if _PAIR.search(raw):
            try:
                return raw.decode("gb18030")
            except UnicodeDecodeError:
                return raw.decode("utf-8", "replace")
        return raw.decode("cp1252", "replace")


def _text_of(item: bytes) -> str:
    text = decode_line(item)
    if len(text) > MAX_RAW_LINE:
        half = MAX_RAW_LINE // 2
        text = text[:half] + "\n" + text[-half:]
    return text


def _wide_texts(items: Iterable[bytes], codec: str) -> Iterator[str]:
    """The lines of a UTF-16 stream, whose line ends are no line ends of bytes."""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    rest = ""
    for item in items:
        parts = (rest + decoder.decode(item)).split("\n")
        rest = parts.pop()
        yield from parts
        if len(rest) > MAX_RAW_LINE:
            yield rest
            rest = ""
    yield rest + decoder.decode(b"", final=True)


def _texts(lines: Iterable[bytes]) -> Iterator[str]:
    items = iter(lines)
    first = next(items, b"")
    codec = _wide(first)
    if codec:
        yield from _wide_texts(chain((first,), items), codec)
    else:
        for item in chain((first,), items):
            yield _text_of(item)


def _clean(text: str) -> str:
    if _ANSI_HINT.search(text):
        text = _ANSI.sub("", text)
    return text if text.isprintable() else text.translate(_CONTROL)


def decode(lines: Iterable[bytes], meter: Meter) -> Iterator[tuple[int, str]]:
    """Line number (from 1) and text of each line, without colours and control characters.

    A carriage return inside a line (progress bars) starts another text with the same number.
    Stops when the budget is spent.
    """
    number = 0
    for text in _texts(lines):
        for part in _parts(text):
            number += 1
            if not meter.charge(len(part)):
                return
            yield from ((number, _clean(piece)) for piece in _pieces(part))


def decode_numbered(lines: Iterable[tuple[int, bytes]], meter: Meter) -> Iterator[tuple[int, str]]:
    """The same for lines that bring their numbers along: parts of a log."""
    for number, line in lines:
        for part in _parts(_text_of(line)):
            if not meter.charge(len(part)):
                return
            yield from ((number, _clean(piece)) for piece in _pieces(part))


def _parts(text: str) -> list[str]:
    parts = text.split("\n")
    if len(parts) > 1 and not parts[-1].strip("\r\x00"):
        parts.pop()
    return parts


def _pieces(part: str) -> list[str]:
    bare = part.rstrip("\r")
    if "\r" not in bare and "^M" not in bare:
        return [bare]
    return [piece for piece in _SPLIT.split(bare) if piece.strip()] or [""]
