"""The words by which reports and articles are found from each other: the same cut on both sides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from app.reports.model import ErrorEvent, Frame
from app.text.tokens import names, words

MAX_FRAMES = 64
MAX_MESSAGE = 4_000
"""Characters of one message that are read for words."""
_ENDINGS = ("ing", "ions", "ion", "ed", "es", "s", "ly")
_KEPT = 4
"""Words of so few letters keep their ending."""
_SHORTEST_ROOT = 3
_LONGEST = 40
"""Longer words are hashes and base64: never shared by two reports."""


def root(word: str) -> str:
    """An English word without its ending: channels and channel, masking and mask share one. Crude on
    purpose: it only has to do the same to both sides. Anything but letters a to z is left as it is."""
    if len(word) > _KEPT and word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_ROOT:
                return word[: -len(ending)]
    return word


def roots(found: set[str]) -> set[str]:
    """The roots of those words that can tell one error from another: no single letters, no numbers of one or
    two digits."""
    return {*map(_telling, found)} - {""}


@lru_cache(maxsize=65_536)
def _telling(word: str) -> str:
    """The root of a word that can tell something, else nothing."""
    silent = not 1 < len(word) <= _LONGEST or (len(word) < 3 and word.isdigit())
    return "" if silent else root(word)


def raw(text: str) -> set[str]:
    """The distinct words, identifiers and parts of CamelCase names of `text`."""
    whole, parts = names(text)
    return {*words(text), *whole, *parts}


def event_words(event: ErrorEvent) -> set[str]:
    """The telling words of one error: type, message, lines above it, functions and files; line numbers are
    left out."""
    said = "\n".join((event.type or "", event.message[:MAX_MESSAGE], *event.context))
    return roots(raw(said) | _frame_words(event.frames[-MAX_FRAMES:]))


def _frame_words(frames: Iterable[Frame]) -> set[str]:
    said = dict.fromkeys(name for frame in frames for name in (frame.function, _base(frame)) if name)
    return {word for word in raw(" ".join(said)) if not word.isdigit()}


def _base(frame: Frame) -> str:
    return (frame.module or frame.file or "").replace("\\", "/").rsplit("/", 1)[-1]
