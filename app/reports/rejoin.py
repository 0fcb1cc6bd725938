"""Undoes what copying does to lines: hard wraps, one-line reprs, JSON bodies, two ranks writing at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice

from app.reports.prefixes import has_prefix

SAMPLE = 400
"""Lines read ahead to find the width at which a terminal wrapped."""
COMMON_WIDTHS = frozenset({79, 80, 100, 120, 132})
"""Terminal widths at which one full line is proof enough; any other width needs several."""
_FINISHED = re.compile(r"(?:, in [\w<>.]{1,120}|[.:;!?)}\"'`。]|\.{3})$")
"""How a line ends that stands for itself, though it is as long as the terminal is wide."""
_ERROR = re.compile(r"\w(?:Error|Exception)\b|\b(?:error|failed|mismatch)\b")
MAX_JOINED = 16_384
MAX_JSON = 65_536

_STARTER = re.compile(
    r"\s{2,}|\t|$|Traceback|File |During |The above|Caused by|[\w.]{1,120}(?:Error|Exception)\b|[\^~"
    r"|+┃│╭╰>$]|```"
    r"|size mismatch for |\w{2,40}: |[-*] |#|\("
)


def _wrap_width(texts: list[str]) -> int | None:
    """The width at which lines were cut, if the lines of exactly that length go on in the next one."""
    longest = max(map(len, texts), default=0)
    if not 60 <= longest <= 400:
        return None
    full = [at for at, text in enumerate(texts[:-1]) if len(text) == longest]
    full = [at for at in full if not _FINISHED.search(texts[at])]
    going_on = sum(1 for at in full if not is_start(texts[at + 1]))
    sure = longest in COMMON_WIDTHS and full and _ERROR.search(texts[full[0]])
    return longest if full and going_on >= (1 if sure else 3) and going_on * 3 >= len(full) * 2 else None


def is_start(text: str) -> bool:
    """Whether the line plainly begins something, so that it cannot be the rest of the line above."""
    return _STARTER.match(text) is not None or has_prefix(text)


def unwrap(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Joins lines that a terminal cut at its width, in mid-word too; the number is that of the first part."""
    head = list(islice(lines, SAMPLE))
    width = _wrap_width([text for _, text in head])
    everything = chain(head, lines)
    if width is None:
        yield from everything
        return
    held: tuple[int, str] | None = None
    last = 0
    for number, text in everything:
        if (
            held
            and last == width
            and not is_start(text)
            and not held[1].endswith(">")
            and len(held[1]) < MAX_JOINED
        ):
            held = (held[0], held[1] + text)
        else:
            if held:
                yield held
            held = (number, text)
        last = len(text)
    if held:
        yield held


_ESCAPED_LINES = re.compile(r"\\n\s{0,8}File \\{0,2}\"|call last\):\\n|\\n\\t|\\n[\w.]{1,80}Error: ")
_DOUBLED = re.compile(r"\b([A-Za-z]\w{2,60}(?:Error|Exception))\1: ?: ?(?P<rest>.+)")
_API_BODY = re.compile(
    r"[\"']message[\"'] ?: ?(?P<quote>[\"'])(?P<message>.{1,4000}?)(?P=quote) ?(?:, ?[\"']\w{1,30}[\"'] "
    r"?:|\})"
)
_API_TYPE = re.compile(r"[\"']type[\"'] ?: ?[\"'](?P<type>\w{1,60}(?:Error|Exception))[\"']")
_LOGFMT = re.compile(r"time=\S{1,40} level=(?P<level>\w{1,10}) (?P<rest>.+)")


def split_escaped(text: str) -> list[str]:
    r"""The lines of a one-line repr (literal `\n`), or the line itself."""
    if "\\n" not in text or text.lstrip().startswith("raise ") or not _ESCAPED_LINES.search(text):
        return [text]
    plain = text.replace("\\\\n", "\\n").replace("\\r\\n", "\\n").replace("\\t", "\t")
    plain = plain.replace('\\\\"', '"').replace('\\"', '"').replace("\\'", "'")
    return plain.split("\\n")


def undouble(text: str) -> str:
    """One message where two ranks wrote the same one at once: `XErrorXError: : textA textA`."""
    found = _DOUBLED.search(text)
    if found is None:
        return text
    rest = found["rest"]
    period = rest.find(rest[:16], 16) if len(rest) > 32 else -1
    once = (
        rest[:period] if period > 0 and rest[:period].strip() == rest[period : 2 * period].strip() else rest
    )
    return f"{text[: found.start()]}{found[1]}: {once}"


def _from_json(text: str) -> list[str] | None:
    """The lines inside a JSON object: a Docker log line, a structured log line, an API's error body."""
    if len(text) > MAX_JSON or not text.rstrip().endswith("}"):
        return None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _lines_of(body) if isinstance(body, dict) else None


def _lines_of(body: dict[str, object]) -> list[str] | None:
    for key in ("log", "MESSAGE", "message", "msg", "textPayload", "detail"):
        value = body.get(key)
        if isinstance(value, str) and value.strip():
            kind = body.get("type")
            name = f"{kind}: " if isinstance(kind, str) and kind.endswith(("Error", "Exception")) else ""
            trace = body.get("exc_info") or body.get("stack") or body.get("traceback")
            more = trace.split("\n") if isinstance(trace, str) else []
            level = str(body.get("level", body.get("levelname", ""))).upper()
            head = (
                f"{level} " if level in {"ERROR", "CRITICAL", "FATAL"} and key != "log" and not name else ""
            )
            return [
                (head if at == 0 else "") + (name if at == 0 else "") + line
                for at, line in enumerate(value.rstrip("\n").split("\n"))
            ] + more
    inner = body.get("error")
    if isinstance(inner, dict):
        return _lines_of(inner)
    return [inner] if isinstance(inner, str) and inner.strip() else None


def unpack(text: str) -> list[str]:
    """The lines that one line holds: JSON bodies and literal line ends opened, doubled writing undone."""
    bare = text.lstrip()
    if bare.startswith("{"):
        opened = _from_json(bare)
        if opened is None:
            body = _API_BODY.search(bare)
            kind = _API_TYPE.search(bare)
            if body:
                opened = [(f"{kind['type']}: " if kind else "") + body["message"]]
        if opened is not None:
            return [piece for line in opened for piece in split_escaped(line)]
    if bare.startswith("time=") and (log := _LOGFMT.match(bare)):
        text = f"{log['level'].upper()} {log['rest']}"
    return [undouble(piece) for piece in split_escaped(text)]
