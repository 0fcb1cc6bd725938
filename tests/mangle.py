"""Spoils a paste as people and tools do: the functions behind the rows of data/mangles.toml. Pure."""

from __future__ import annotations

import html
import json
import random
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
TYPED = re.compile(r"^(?P<type>[\w.]+(?:Error|Exception)): (?P<message>[^\s:].*)$", re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Mangle:
    """One row of data/mangles.toml."""

    id: str
    description: str
    stage: int
    prefix: str = ""
    before: str = ""
    after: str = ""
    call: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)

    def apply(self, text: str, seed: int = 0) -> bytes | None:
        """The spoiled paste, or None where this way of spoiling does not apply."""
        if self.call:
            return CALLS[self.call](text, random.Random(seed), **self.arguments)
        lines = [self.prefix.format(n=at) + line for at, line in enumerate(text.split("\n"), 1)]
        if self.before:
            lines = [*self.before.split("\n"), *lines]
        if self.after:
            lines = [*lines, *self.after.split("\n")]
        return "\n".join(lines).encode()


def load() -> tuple[Mangle, ...]:
    """All rows."""
    rows = tomllib.loads((DATA / "mangles.toml").read_text(encoding="utf-8"))["mangle"]
    return tuple(Mangle(**row) for row in rows)


def docker_json(text: str, _: random.Random) -> bytes:
    """One JSON object a line, as the json-file driver writes them."""
    return "\n".join(
        json.dumps({"log": line + "\n", "stream": "stderr", "time": "2026-02-08T08:40:56.161618385Z"})
        for line in text.split("\n")
    ).encode()


def html_entities(text: str, _: random.Random) -> bytes:
    """Angle brackets, quotes and ampersands as entities."""
    return html.escape(text).encode()


def markdown_dunder(text: str, _: random.Random) -> bytes | None:
    """`__init__` as `**init**`."""
    changed = re.sub(r"__([a-z]+)__", r"**\1**", text)
    return changed.encode() if changed != text else None


def colours(text: str, rng: random.Random) -> bytes:
    """Colours around words and lines."""
    lines = []
    for line in text.split("\n"):
        opening, closing = rng.choice(
            (("\x1b[1;36m", "\x1b[0;0m"), ("\x1b[31m", "\x1b[0m"), ("[1;36m", "[0;0m"))
        )
        words = line.split(" ")
        at = rng.randrange(len(words))
        words[at] = f"{opening}{words[at]}{closing}"
        lines.append(" ".join(words))
    return "\n".join(lines).encode()


def line_ends(text: str, _: random.Random, end: str) -> bytes:
    """Other line ends."""
    return text.replace("\n", end).encode()


def utf16(text: str, _: random.Random) -> bytes:
    """UTF-16, little end first, with its mark."""
    return b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le")


def wrap(text: str, _: random.Random, width: int) -> bytes | None:
    """Lines cut at a width, in mid-word too, and copied from the screen."""
    text = COLOUR.sub("", text)
    if max(map(len, text.split("\n"))) <= width:
        return None
    pieces = [line[at : at + width] for line in text.split("\n") for at in range(0, max(len(line), 1), width)]
    return "\n".join(pieces).encode()


def interleave(text: str, rng: random.Random, prefix: str, ranks: int) -> bytes:
    """Every rank prints every line; the ranks take turns, not always in the same order."""
    lines = []
    for line in text.split("\n"):
        order = list(range(ranks))
        rng.shuffle(order)
        lines += [prefix.format(rank=rank, pid=1000 + rank) + line for rank in order]
    return "\n".join(lines).encode()


def repeat(text: str, _: random.Random, prefix: str, ranks: int) -> bytes:
    """Every rank prints the whole paste."""
    return "\n".join(
        prefix.format(rank=rank) + line for rank in range(ranks) for line in text.split("\n")
    ).encode()


def mid_line(text: str, _: random.Random) -> bytes | None:
    """`XErrorXError: : textAtextA` for the last typed error of the paste."""
    found = list(TYPED.finditer(text))
    if not found:
        return None
    last = found[-1]
    doubled = f"{last['type'] * 2}: : {last['message'] * 2}"
    if "." in last["type"]:
        return None
    return (text[: last.start()] + doubled + text[last.end() :]).encode()


def one_line_repr(text: str, _: random.Random) -> bytes | None:
    """The paste as the repr of one string, after a log prefix."""
    if "\n" not in text or "Traceback" not in text:
        return None
    return f"ERROR 01-31 10:15:44 [engine.py:10] {json.dumps(text, ensure_ascii=False)}".encode()


def json_body(text: str, _: random.Random) -> bytes | None:
    """The only typed error as an OpenAI-style error body."""
    if "\n" in text or not (found := TYPED.match(text)):
        return None
    body = {"error": {"message": found["message"], "type": found["type"], "param": None, "code": 500}}
    return json.dumps(body).encode()


def rich_box(text: str, _: random.Random) -> bytes:
    """Drawn in a box as wide as its longest line."""
    lines = text.split("\n")
    width = max(map(len, lines))
    top = "╭" + " Traceback (most recent call last) ".center(width + 2, "─") + "╮"
    return "\n".join(
        [top, *(f"│ {line.ljust(width)} │" for line in lines), "╰" + "─" * (width + 2) + "╯"]
    ).encode()


def curly(text: str, _: random.Random) -> bytes | None:
    """Straight quotes curled, colons and commas of the message full-width."""
    found = list(TYPED.finditer(text))
    if not found:
        return None
    last = found[-1]
    message = last["message"].replace("(", "（").replace(")", "）").replace(", ", "， ")
    message = re.sub(r"'([^']*)'", r"‘\1’", message)
    message = re.sub(r'"([^"]*)"', r"“\1”", message)
    return (text[: last.start()] + f"{last['type']}：{message}" + text[last.end() :]).encode()


def worker_failed(text: str, _: random.Random) -> bytes | None:
    """vLLM's wrapper after the paste, quoting its last typed error."""
    found = list(TYPED.finditer(text))
    if not found:
        return None
    wrapper = (
        f"(EngineCore pid=319) RuntimeError: Worker failed with error '{found[-1]['message']}', "
        "please check the stack trace above for the root cause"
    )
    return f"{text}\n{wrapper}".encode()


def noise(text: str, rng: random.Random, lines: int) -> bytes:
    """Harmless lines of a server before and after."""
    kinds = (
        "INFO 01-31 10:15:{s:02d} [__init__.py:244] Automatically detected platform cuda.",
        "INFO 01-31 10:15:{s:02d} [loader.py:458] Loading weights took {s}.21 seconds",
        "Loading safetensors checkpoint shards:  {s}% Completed | {s}/100 [00:0{r}<00:05,  1.67it/s]",
        "(EngineCore pid=9) INFO 01-31 10:15:{s:02d} [kv_cache_utils.py:864] GPU KV cache size: {s}42,880 tokens",
        'INFO:     127.0.0.1:4{s:02d}50 - "POST /v1/completions HTTP/1.1" 200 OK',
        "INFO 01-31 10:15:{s:02d} [metrics.py:455] Avg prompt throughput: {s}.3 tokens/s",
    )
    made = [rng.choice(kinds).format(s=rng.randrange(10, 60), r=rng.randrange(9)) for _ in range(2 * lines)]
    return "\n".join([*made[:lines], text, *made[lines:]]).encode()


CALLS: dict[str, Callable[..., bytes | None]] = {
    "docker_json": docker_json,
    "html_entities": html_entities,
    "markdown_dunder": markdown_dunder,
    "colours": colours,
    "line_ends": line_ends,
    "utf16": utf16,
    "wrap": wrap,
    "interleave": interleave,
    "repeat": repeat,
    "mid_line": mid_line,
    "one_line_repr": one_line_repr,
    "json_body": json_body,
    "rich_box": rich_box,
    "curly": curly,
    "worker_failed": worker_failed,
    "noise": noise,
}
