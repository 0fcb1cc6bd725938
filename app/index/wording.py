"""The words by which reports and articles are found from each other: the same cut on both sides."""

from __future__ import annotations

from collections.abc import Iterable

from app.articles.model import Article
from app.reports.model import ErrorEvent, Frame
from app.text.tokens import camel_parts, identifiers, words

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


def telling(text: str) -> set[str]:
    """The roots of the distinct words, identifiers and parts of CamelCase names of `text` that can tell one
    error from another: no single letters, no numbers of one or two digits."""
    found = {*words(text), *identifiers(text), *camel_parts(text)}
    return {
        root(word) for word in found if 1 < len(word) <= _LONGEST and not (len(word) < 3 and word.isdigit())
    }


def frame_words(frames: Iterable[Frame]) -> set[str]:
    """The words of functions and files of a stack trace; line numbers are left out."""
    found: set[str] = set()
    for frame in frames:
        name = (frame.module or frame.file or "").replace("\\", "/").rsplit("/", 1)[-1]
        found |= {word for word in telling(f"{frame.function or ''} {name}") if not word.isdigit()}
    return found


def event_words(event: ErrorEvent) -> set[str]:
    """The telling words of one error: type, message, lines above it, functions and files."""
    said = "\n".join((event.message[:MAX_MESSAGE], *event.context))
    return telling(said) | telling(event.type or "") | frame_words(event.frames[-MAX_FRAMES:])


def article_words(article: Article) -> set[str]:
    """The telling words of an article's own text in all its languages."""
    found: set[str] = set()
    for page in article.pages.values():
        found |= telling(page.title) | telling(page.summary)
        for section in page.sections:
            found |= telling(section.text)
    return found
