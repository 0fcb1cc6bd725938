"""Opens lines that hold several: one-line reprs, JSON bodies, two ranks writing at once."""

from __future__ import annotations

import json
import re

MAX_JSON = 65_536

_ESCAPED_LINES = re.compile(
    r"\\n\s{0,8}File \\{0,3}\"|call last\):\\n|\\n\\t|\\n[\w.]{1,80}Error: "
    r"|\\n(?:INFO|ERROR|WARNING|Traceback) "
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
    found = _DOUBLED.search(text) if ": :" in text or "::" in text else None
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
