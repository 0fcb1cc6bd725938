"""Front matter as plain values, with the line of every one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

Path = tuple[str | int, ...]
Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]

MAX_DEPTH = 12
"""Deepest nesting of front matter; the format needs four."""

FENCE = "---"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_TEXT = f"{_TAG}str"


class FrontMatterError(ValueError):
    """Front matter that cannot be read: the line in the file, what is wrong and what to do."""

    def __init__(self, line: int, message: str, remedy: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """One Markdown file taken apart."""

    values: Mapping[str, Plain]
    lines: Mapping[Path, int]
    """Path of keys and positions -> line in the file, starting at 1; a key's line is the one it stands on."""
    body: str
    body_line: int

    def line(self, path: Path) -> int:
        """The line of `path`, or of the nearest part of it that exists."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def split(text: str) -> tuple[str, str, int]:
    """YAML text, body and the line of the body's first line. Raises FrontMatterError."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        raise FrontMatterError(1, "the file does not start with front matter", "begin it with a line of ---")
    for number, line in enumerate(lines[1:], start=2):
        if line.rstrip() == FENCE:
            return "\n".join(lines[1 : number - 1]) + "\n", "\n".join(lines[number:]), number + 1
    raise FrontMatterError(1, "the front matter has no end", "close it with a line of ---")


def read(text: str) -> FrontMatter:
    """The front matter and body of one file. Raises FrontMatterError for anything that is not plain YAML."""
    source, body, body_line = split(text)
    try:
        root = yaml.compose(source, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FrontMatterError(
            mark.line + 2 if mark else 1,
            f"this is not YAML: {error.problem or error.context}",
            "quote text that holds any of : # { } [ ] & * ! | > ' \" % @",
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise FrontMatterError(1, "this is not YAML", "remove control characters and deep nesting") from error
    if not isinstance(root, yaml.MappingNode):
        raise FrontMatterError(2, "the front matter is no mapping", "write lines of `key: value`")
    builder = _Builder()
    values = builder.mapping(root, ())
    return FrontMatter(values, builder.lines, body, body_line)


class _Builder:
    """Turns YAML nodes into plain values; refuses aliases, which can make a small file huge."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path) -> Plain:
        line = node.start_mark.line + 2
        self.lines.setdefault(path, line)
        if id(node) in self._seen:
            raise FrontMatterError(line, "YAML aliases are not used here", "write the value out")
        if len(path) > MAX_DEPTH:
            raise FrontMatterError(line, "the nesting is too deep", "write the keys of the format only")
        self._seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return scalar(node)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        return [self.value(item, (*path, at)) for at, item in enumerate(node.value)]

    def mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Plain]:
        values: dict[str, Plain] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 2
            if not isinstance(key_node, yaml.ScalarNode):
                raise FrontMatterError(line, "a key is no word", "write `key: value`")
            key = key_node.value
            if key in values:
                raise FrontMatterError(line, f"the key {key!r} stands twice", "keep one of them")
            at = (*path, key)
            self.lines[at] = line
            values[key] = self.value(value_node, at)
        return values


def scalar(node: yaml.Node) -> Plain:
    """The plain value of a scalar node; dates stay text, odd numbers stay as written."""
    text: str = node.value
    if node.tag == _TEXT:
        return text
    tag = node.tag.removeprefix(_TAG)
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() in ("true", "yes", "on")
    try:
        if tag == "int":
            return int(text)
        if tag == "float":
            return float(text)
    except ValueError:
        return text
    return text
