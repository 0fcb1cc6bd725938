"""Exception types in a line: `Type: message`, `Type('message')`, `raise Type(`, types in a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SUFFIX = r"(?:Error|Exception|Erorr|Eror|Errror|Excpetion|Warning|Interrupt|Failure)"
_NAMED = (
    r"(?:Exception|OutOfResources|SystemExit|StopIteration|StopAsyncIteration|GeneratorExit"
    r"|InvalidArgument|ServerClosed"
    r"|UnfilteredStackTrace|XlaRuntimeError|ncclInvalidUsage|ncclSystemError|ncclInternalError"
    r"|ncclUnhandledCudaError"
    r"|ncclRemoteError|cv2\.error|queue\.Empty|queue\.Full|BrokenProcessPool|EndOfStream|HeaderTooLarge)"
)
_TYPE = rf"(?:[A-Za-z_]\w{{0,80}}\.){{0,10}}(?:[A-Za-z_]\w{{0,80}}?{_SUFFIX}(?!\w)|{_NAMED}(?!\w))(?:Group)?"
_OPEN = r"[\s'\"`“‘«*!【(\[-]{0,12}"

_START = re.compile(
    rf"{_OPEN}(?P<type>{_TYPE})(?:\(\w{{1,60}}\))?[*`'\"]{{0,3}}(?: ?\(see above for traceback\))?"
    r" {0,2}(?:[:：]| [-–—] |$)\s{0,8}(?P<message>.*)",
    re.ASCII | re.DOTALL,
)
_PLAIN = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w{0,80}\.){0,10}[A-Za-z_]\w{0,80})(?:: (?P<message>.*)|:?$)", re.ASCII | re.DOTALL
)
_DOTTED = re.compile(
    r"\s{0,8}(?P<type>(?:[a-z_]\w{0,80}\.){1,10}[A-Z]\w{2,80}): (?P<message>\S.*)", re.ASCII | re.DOTALL
)
_INNER = frozenset(
    {"UnfilteredStackTrace", "InductorError", "BackendCompilerFailed", "JaxStackTraceBeforeTransformation"}
)
"""Types whose message is another error with its own type."""
_CAMEL = re.compile(r"[A-Z][a-z0-9]+[A-Z]\w*$")
_REPR = re.compile(
    rf"(?<![\w.])(?P<type>{_TYPE})\(f?[rb]?(?P<quote>['\"]{{1,3}})(?P<message>.+?)(?:(?P=quote)\s?,?\)|$)",
    re.ASCII | re.DOTALL,
)
_ANYWHERE = re.compile(
    rf"(?<![\w.])(?P<type>{_TYPE})[*`'\"”]{{0,3}}(?: ?\(see above for traceback\))? {{0,2}}[:：]"
    r"(?=\s{0,8}\S)",
    re.ASCII,
)
_MENTION = re.compile(rf"(?<![\w.:])(?P<type>{_TYPE})(?![\w.(])(?P<message>.*)", re.ASCII | re.DOTALL)
_RAISE = re.compile(rf"\braise (?P<type>{_TYPE})\b", re.ASCII)
_STRING = re.compile(r"f?(?P<quote>[\"'])(?P<text>[^\"'\n]{8,600})(?P=quote)")
_HINT = re.compile(
    r"Error|Exception|Er+o?r+|Excpetion|Interrupt|Failure|OutOfResources|SystemExit|Stop|GeneratorExit"
    r"|InvalidArgument"
    r"|ServerClosed|UnfilteredStackTrace|nccl[ISUR]|cv2\.error|queue\.|BrokenProcessPool|EndOfStream"
    r"|Warning|HeaderTooLarge"
)
_CLOSERS = {"'": "'", '"': '"', "`": "`", "“": "”", "‘": "’", "(": ")", "[": "]", "【": "】", "«": "»"}
BENIGN = ("Warning",)
"""Ends of type names that are no errors."""


@dataclass(frozen=True, slots=True)
class Typed:
    """An exception type and what follows it."""

    type: str
    message: str
    at: int = 0
    """Where the type begins in the line."""


def _trim(head: str, message: str) -> str:
    """Takes off the quote or bracket that opened before the type and closes after the message."""
    message = message.strip()
    for opener in head.strip():
        closer = _CLOSERS.get(opener)
        if not closer:
            continue
        surplus = (
            message.count(closer) - message.count(opener) if closer != opener else message.count(closer) % 2
        )
        cut = message.rfind(closer) if surplus > 0 else -1
        if cut >= 0 and (cut == len(message) - 1 or closer not in ")]"):
            message = message[:cut].rstrip()
    return message


def typed_start(text: str) -> Typed | None:
    """The error that the line begins with: `pkg.Type: message`, a lone `Type`, `Type('message')`."""
    found = _START.match(text) if _HINT.search(text) else None
    if found:
        message = _trim(text[: found.start("type")], found["message"])
        inner = _START.match(message) if found["type"].rpartition(".")[2] in _INNER else None
        if inner and inner["message"]:
            return Typed(inner["type"], inner["message"].strip(), found.start("type"))
        return Typed(found["type"], message, found.start("type"))
    shown = _REPR.match(text.lstrip()) or (_DOTTED.match(text) if ": " in text else None)
    return Typed(shown["type"], shown["message"].strip()) if shown else None


def typed_plain(text: str) -> Typed | None:
    """The last line of a traceback, where any dotted name may be the type: `queue.Empty`, `pkg.Odd: text`."""
    found = _PLAIN.match(text)
    if found is None or not _likely(found["type"]):
        return None
    return Typed(found["type"], (found["message"] or "").strip())


def _likely(name: str) -> bool:
    last = name.rpartition(".")[2]
    if "." in name:
        return last[:1].isupper() or last == "error"
    return _CAMEL.match(last) is not None


def typed_anywhere(text: str) -> Typed | None:
    """The last error named inside a line as `Type: message` or `Type('message')`."""
    if not _HINT.search(text):
        return None
    found = None
    for each in _ANYWHERE.finditer(text):
        found = each
    if found:
        message = text[found.end() :]
        return Typed(found["type"], _trim(text[: found.start()][-1:], message), found.start())
    shown = _REPR.search(text)
    if shown:
        return Typed(shown["type"], shown["message"].strip(), shown.start())
    return None


def typed_mention(text: str) -> Typed | None:
    """An error type named in a sentence, with what the sentence says after it."""
    if not _HINT.search(text):
        return None
    found = _MENTION.search(text)
    return Typed(found["type"], found["message"].strip(" ,.`*-"), found.start()) if found else None


def raised(code: str) -> Typed | None:
    """The type, and the literal text if there is one, of a source line `raise Type("...")`."""
    found = _RAISE.search(code)
    if found is None:
        return None
    literal = _STRING.search(code, found.end())
    return Typed(found["type"], literal["text"] if literal else "", found.start())
