"""Text cut where something in it is marked: what a search found, the holes of a signature."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.index.model import (
    Snippet,
)

_HOLE = re.compile(r"(?<!\{)(\{[^{}]{1,200}\})(?!\})")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a snippet, marked where the query was found."""

    text: str
    marked: bool


def parts(snippet: Snippet) -> tuple[Part, ...]:
    """The snippet cut at its marks, with an ellipsis where it was cut from the text."""
    return tuple(_parts(snippet))


def _parts(snippet: Snippet) -> Iterator[Part]:
    position = 0
    if snippet.cut_before:
        yield Part("… ", False)
    for start, end in snippet.marks:
        if start > position:
            yield Part(snippet.text[position:start], False)
        yield Part(snippet.text[start:end], True)
        position = end
    if position < len(snippet.text):
        yield Part(snippet.text[position:], False)
    if snippet.cut_after:
        yield Part(" …", False)


def holes(error: str) -> tuple[Part, ...]:
    """A signature cut into literal text and its holes, which are marked."""
    return tuple(Part(piece, index % 2 == 1) for index, piece in enumerate(_HOLE.split(error)) if piece)
