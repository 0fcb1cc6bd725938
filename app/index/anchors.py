"""Finding the literal piece of a signature in a line without trying every signature.

Each anchor is kept under a short piece of itself, its gram. A line is cut into all its possible grams, and
these are looked up in the B-tree: the work grows with the line, not with the number of signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

GRAM = 12
"""Characters of a gram."""
_WORD = "w"
_ANY = "a"
MAX_LINE = 8_000
"""Characters of a line in which anchors are looked for."""


def _starts_word(text: str, at: int) -> bool:
    return text[at].isalnum() and (at == 0 or not text[at - 1].isalnum())


def gram(anchor: str) -> str:
    """The key of `anchor`: its first `GRAM` characters from a word that starts inside it, marked `w`; when
    there is none so long, its first characters, marked `a` with their number."""
    for at in range(1, len(anchor) - GRAM + 1):
        if _starts_word(anchor, at):
            return _WORD + anchor[at : at + GRAM]
    head = anchor[:GRAM]
    return f"{_ANY}{len(head):x}{head}"


def heads(keys: Iterable[str]) -> dict[int, frozenset[str]]:
    """Length -> the pieces of that length that the `a` keys among `keys` mark."""
    found: dict[int, set[str]] = {}
    for key in keys:
        if key.startswith(_ANY):
            found.setdefault(int(key[1], 16), set()).add(key[2:])
    return {length: frozenset(pieces) for length, pieces in found.items()}


def grams(line: str, short: Mapping[int, frozenset[str]]) -> set[str]:
    """Every key under which an anchor contained in `line` may be kept; `short` are the pieces of the `a` keys in
    use, by their length."""
    text = line[:MAX_LINE]
    found = {_WORD + text[at : at + GRAM] for at in range(len(text) - GRAM + 1) if _starts_word(text, at)}
    for length, pieces in short.items():
        cuts = (text[at : at + length] for at in range(len(text) - length + 1))
        held = pieces.intersection(cuts) if len(pieces) > len(text) else pieces
        found |= {f"{_ANY}{length:x}{piece}" for piece in held if piece in text}
    return found
