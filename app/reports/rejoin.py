"""Undoes what copying does to lines: hard wraps, one-line reprs, JSON bodies, two ranks at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice

from app.reports.alarm import alarm
from app.reports.prefixes import has_prefix

SAMPLE = 400
"""Lines read ahead to find the width at which a terminal wrapped."""
COMMON_WIDTHS = frozenset({79, 80, 100, 120, 132})
"""Terminal widths at which few full lines are proof enough; any other width needs more."""
MAX_JOINED = 16_384
MAX_JSON = 65_536

_FINISHED = re.compile(r"(?:, in [\w<>.]{1,120}|[.:;!?)}\"'`>。]|\.{3})$")
"""How a line ends that stands for itself, though it is as long as the terminal is wide."""
_FRAME_END = re.compile(r"line \d{1,9}, in [\w<>.]{1,120}$")
_BEGINS = re.compile(
    r"$|\s*Traceback \(|\s*File \"|During handling|The above exc|Caused by|[\w.]{1,120}(?:Error|Exception)(?:: |$)"
    r"|[╭╰│┃^~`]|```|size mismatch for |\s*[~^]+$"
)
"""How something new begins, whatever came before."""
_MAY_BEGIN = re.compile(r"\s{2,}|\t|[+|>$#(]|\w{2,40}: |[-*] ")
_CUT = (" ", ",", "(", "[", "{", "=", "-", "_", "/")
"""How no whole line ends."""
_RESUMES = re.compile(r"[a-z0-9,.;:)\]}'\"/_]")


def _goes_on(above: str, text: str) -> bool:
    """Whether the line can be the rest of a line that fills the terminal."""
    if _BEGINS.match(text) or has_prefix(text) or _FRAME_END.search(above):
        return False
    return (
        above.endswith(_CUT)
        or _in_mid_word(above, text)
        or not _MAY_BEGIN.match(text)
        or _open_bracket(above)
    )


def _in_mid_word(above: str, text: str) -> bool:
    return above[-1:].isalnum() and (text[:1].islower() or text[:1] in "([")


def _open_bracket(text: str) -> bool:
    opened = sum(map(text.count, "([{"))
    return opened > sum(map(text.count, ")]}")) or text.count('"') % 2 == 1


def _wrap_width(texts: list[str]) -> int | None:
    """The width at which lines were cut: no line is longer, and the lines of that length go on in the next."""
    longest = max(map(len, texts), default=0)
    full = [at for at, text in enumerate(texts[:-1]) if len(text) == longest]
    if not 60 <= longest <= 400 or not full:
        return None
    unfinished = [at for at in full if not _FINISHED.search(texts[at]) or _RESUMES.match(texts[at + 1])]
    going_on = sum(1 for at in full if _goes_on(texts[at], texts[at + 1]))
    if longest == 80 or (longest in COMMON_WIDTHS and (len(full) > 1 or alarm(texts[full[0]]))):
        return longest if unfinished and going_on * 2 >= len(full) else None
    return longest if len(unfinished) >= 3 and going_on * 3 >= len(full) * 2 else None


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
        if held and last == width and len(held[1]) < MAX_JOINED and _goes_on(held[1], text):
            held = (held[0], held[1] + text)
        else:
            if held:
                yield held
            held = (number, text)
        last = len(text)
    if held:
        yield held


_ESCAPED_LINES = re.compile(
    r"\\n\s{0,8}File \\{0,3}\"|call last\):\\n|\\n\\t|\\n[\w.]{1,80}Error: |\\n(?:INFO|ERROR|WARNING|Traceback) "
)
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": ""}
_RAISE = re.compile(r"\braise \w")
_CLOSING = re.compile(r"(?P<quote>['\"`])[\])},;\s]{0,6}$")
_DOUBLED = re.compile(r"\b([A-Za-z]\w{2,60}(?:Error|Exception))\1: ?: ?(?P<rest>.+)")
_API_BODY = re.compile(
    r"[\"']message[\"'] ?: ?(?P<quote>[\"'])(?P<message>.{1,4000}?)(?P=quote) ?(?:, ?[\"']\w{1,30}[\"'] "
    r"?:|\})"
)
_API_TYPE = re.compile(r"[\"']type[\"'] ?: ?[\"'](?P<type>\w{1,60}(?:Error|Exception))[\"']")
_LOGFMT = re.compile(r"time=\S{1,40} level=(?P<level>\w{1,10}) (?P<rest>.+)")


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


def split_escaped(text: str) -> list[str]:
    r"""The lines of a one-line repr (literal `\n`), or the line itself."""
    first = text.find("\\n")
    if first < 0 or _RAISE.search(text, 0, first) or not _ESCAPED_LINES.search(text):
        return [text]
    plain = _unescape(text)
    pieces = (plain if "\n" in plain else _unescape(plain)).split("\n")
    closing = _CLOSING.search(pieces[-1])
    if closing and pieces[0].count(closing["quote"]) % 2 == 1:
        opening = pieces[0].find(closing["quote"])
        pieces[0] = pieces[0][:opening] + pieces[0][opening + 1 :]
        pieces[-1] = pieces[-1][: closing.start()]
    return pieces


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
