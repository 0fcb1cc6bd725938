"""Raw bytes to clean lines: which process speaks, what it says, where it stood."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.reports.packed import unpack
from app.reports.prefixes import strip_prefixes
from app.reports.wrapped import unwrap

MAX_LINE = 8192
"""Characters of a clean line; of longer ones the head and a tail are kept."""
TAIL = 2048

_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|[a-z]{2,8});")
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((?:https?://|#)[^()\s]{0,300}\)")
_REPEATED = re.compile(r" ?\[repeated (\d{1,6})x across (?:all )?(?:the )?cluster\].*$")
_BOX_RULE = re.compile(r"\s*[╭╰┌└┏┗├][─━═ ]{0,200}")
_BOX_CODE = re.compile(r"\s*(?P<here>❱)?\s*(?P<at>\d{1,6}) [│┃|] ?(?P<code>.*)")
_ARROW_CODE = re.compile(r"-{1,8}> {0,3}\d{1,6} ?(?P<code>.*)|-- \d{1,6} (?P<lost>.*)")
_QUOTED = re.compile(r"(?P<mark>[`\"])(?P<text>[^`\"]{12,2000})(?P=mark)[.:]?")
_LOGURU_VALUE = re.compile(r"[\s│]*[└├] ")


@dataclass(frozen=True, slots=True)
class Line:
    """A clean line."""

    stream: str
    """Key of the process or rank that printed it; empty when the line does not say."""
    text: str
    """Without prefixes; indentation kept."""
    number: int
    level: str | None = None
    title: bool = False
    headed: bool = False
    """A logger began it: no editor broke it off the line above."""
    breaks: bool = False
    """A fence or a heading of the page around the log: what was open above it has ended."""


def read(texts: Iterator[tuple[int, str]]) -> Iterator[Line]:
    """Clean lines of decoded ones, in their order; lines that only draw boxes are left out."""
    for number, raw in unwrap(texts):
        for piece in unpack(raw):
            line = _clean(number, piece)
            if line is None:
                continue
            if line.text[:2] in ('{"', "{'"):
                for inner in unpack(line.text):
                    yield replace(line, text=inner)
            else:
                yield line


def _clean(number: int, raw: str) -> Line | None:
    text = _cap(raw.rstrip())
    if "&" in text and _ENTITY.search(text):
        text = html.unescape(text)
    if not text.isascii():
        boxed = _unbox(text)
        if boxed is None:
            return None
        text = boxed
    stripped = strip_prefixes(text)
    text = stripped.text
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "[repeated" in text:
        text = _REPEATED.sub("", text)
    if not text.isascii():
        plain = _unbox(text)
        if plain is None:
            return None
        text = plain
    text = _unquoted(_plain_code(text).rstrip())
    if text.lstrip().startswith("```"):
        return Line("", "", number, breaks=True)
    return Line(
        stripped.stream, text, number, stripped.level, stripped.title, stripped.headed, stripped.breaks
    )


def _cap(text: str) -> str:
    return text if len(text) <= MAX_LINE else f"{text[: MAX_LINE - TAIL]} … {text[-TAIL:]}"


def _unbox(text: str) -> str | None:
    """The text inside a drawn box; None when the line only draws."""
    if _LOGURU_VALUE.match(text):
        return None
    if _BOX_RULE.match(text):
        return text.strip(" ╭╮╰╯┌┐└┘┏┓┗┛├┤─━═") or None
    body = text.lstrip()
    if body[:1] in "│┃":
        text = body[1:].rstrip().rstrip("│┃").rstrip()
        text = text[1:] if text.startswith(" ") else text
    code = _BOX_CODE.match(text)
    if code is None:
        return text
    return f"    {code['code']}" if code["here"] else f"    {code['at']} {code['code']}"


def _unquoted(text: str) -> str:
    """A line that somebody put into quotes or backticks as a whole, without them."""
    if text[:1] not in ("`", '"'):
        return text
    quoted = _QUOTED.fullmatch(text)
    return quoted["text"] if quoted else text


def _plain_code(text: str) -> str:
    """Source lines that IPython or pytest point at become indented code."""
    body = text.lstrip()
    if body[:1] == "-" and (arrow := _ARROW_CODE.match(body)):
        return f"    {(arrow['code'] or arrow['lost'] or '').strip()}"
    return text
