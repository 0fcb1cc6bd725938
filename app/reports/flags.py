"""Command lines and printed engine arguments to flags: `{"tensor_parallel_size": "4"}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.reports.software import FLAG_NAMES

MAX_FLAGS = 160
MAX_VALUE = 200

_COMMAND = re.compile(
    r"^\s*(?:\$ |> )?(?:[A-Z][A-Z0-9_]{2,60}=\S{1,200} ){0,8}\S{0,200}?(?:python[\d.]{0,4}|vllm|sglang"
    r"|torchrun|accelerate"
    r"|deepspeed|docker|llama-\w+|lmdeploy|trtllm-\w+|mpirun|ray|xinference|swift|llamafactory-cli"
    r"|export|set|env|sudo|podman"
    r"|convert\S{0,60}\.py|\./\S{1,80})(?=\s)|^\s*--?[a-z]|^\s*[A-Z][A-Z0-9_]{2,60}=\S{1,200}(?: \\?|$)"
)
_FLAG = re.compile(
    r"(?<![\w-])--(?P<name>[A-Za-z][\w-]{1,60})(?:(?:=|\s+)(?P<value>(?!-{1,2}[A-Za-z])(?:'[^']{0,200}'|\"[^\"]{0,200}\"|[^\s\\]+)))?"
)
_SHORT = re.compile(
    r"(?<![\w-])-(?P<name>tp|pp|dp|ep|tp-size|ngl|ctk|ctv|fa|ub|np)(?:=|\s+)(?P<value>[\w.]{1,40})"
)
_VARIABLE = re.compile(
    r"(?<![\w.$-])(?P<name>[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,40})=(?P<value>'[^']{0,200}'|\"[^\"]{0,200}\"|[^\s'\"\\]{0,200})"
)
_PROSE = re.compile(
    r"^\s*--\S+ (?:is|are|was|were|does|should|must|cannot|flag|option|will|has|needs?|requires?)\b"
)
_SERVE = re.compile(r"\bvllm serve (?P<model>[\w./:~-]{3,200})")
_PRINTED = re.compile(
    r"(?:non-default args: |\bargs: (?:Namespace)?|server_args=|ServerArgs|vLLM config: |with config: "
    r"|engine_args|EngineArgs|config=|Config)[({ ]?"
)
_PAIR = re.compile(
    r"(?<![\w.])['\"]?(?P<name>[a-z][a-z0-9_]{1,50})['\"]?\s?[=:]\s?"
    r"(?P<value>'[^']{0,200}'|\"[^\"]{0,200}\"|<[^<>]{1,80}>|[\w./+-]{1,200})(?=[,)}\s]|$)"
)
_EMPTY = frozenset({"None", "null", "''", '""', "[]", "{}"})


def flags_of(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of each setting in a command line or in printed arguments; a bare flag is `True`."""
    if _COMMAND.match(text) and not _PROSE.search(text):
        yield from _command(text)
    elif "rgs" in text or "onfig" in text:
        printed = _PRINTED.search(text)
        if printed:
            yield from _arguments(text[printed.end() :])


def _command(text: str) -> Iterator[tuple[str, str]]:
    for found in _VARIABLE.finditer(text):
        yield found["name"], _value(found["value"])
    served = _SERVE.search(text)
    if served and not served["model"].startswith("-"):
        yield "model", served["model"]
    for pattern in (_FLAG, _SHORT):
        for found in pattern.finditer(text):
            yield _name(found["name"]), _value(found["value"] or "True")


def _arguments(text: str) -> Iterator[tuple[str, str]]:
    for found in _PAIR.finditer(text):
        if found["value"] not in _EMPTY:
            yield _name(found["name"]), _value(found["value"])


def _name(name: str) -> str:
    plain = name.replace("-", "_").lower()
    return FLAG_NAMES.get(plain, plain)


def _value(value: str) -> str:
    return value.strip("'\"`").rstrip(",;")[:MAX_VALUE]
