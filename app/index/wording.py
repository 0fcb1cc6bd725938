"""The words by which reports and articles are found from each other: the same cut on both sides."""

from __future__ import annotations

from collections.abc import Iterable

from app.articles.model import Article
from app.reports.model import ErrorEvent, Frame
from app.text.tokens import identifiers, words

MAX_FRAMES = 64
MAX_MESSAGE = 4_000
"""Characters of one message that are read for words."""
_LONGEST = 40
"""Longer words are hashes and base64: never shared by two reports."""


def telling(text: str) -> set[str]:
    """The distinct words and whole identifiers of `text` that can tell one error from another: no single
    letters, no numbers of one or two digits."""
    found = {*words(text), *identifiers(text)}
    return {word for word in found if 1 < len(word) <= _LONGEST and not (len(word) < 3 and word.isdigit())}


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
