"""Rules on the sections of a page and on what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from app.articles.files import EXAMPLES
from app.articles.model import Page, Problem
from app.articles.prompts import UNWRITTEN
from app.articles.render import SECTIONS
from app.articles.rules.view import Part, View, inline

_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]{0,20}(?:\s[^<>\n]{0,200})?/?>")
_PICTURE = re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{1,400}\)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def presence(view: View) -> Iterator[Problem]:
    """A page has every section once, in order, and nothing else."""
    for page, parts in view.pages():
        yield from _lead(view, page, parts)
        wanted = [row.title(page.language) for row in SECTIONS]
        titles = [(part.title, part.line) for part in parts if part.key != "lead"]
        known = {row.key: row.title(page.language) for row in SECTIONS}
        for title, line in titles:
            if title not in wanted:
                yield view.problem(
                    page.file, line, f"the section {title!r} is none of the page's", _choices(wanted)
                )
        present = [title for title, _ in titles]
        for title in wanted:
            if title not in present:
                yield view.problem(page.file, page.body_line, f"the section {title!r} is missing", "write it")
        for at, (title, line) in enumerate(titles):
            if title in present[:at]:
                yield view.problem(page.file, line, f"the section {title!r} stands twice", "join them")
        yield from _order(view, page, [(part.key, part.line) for part in parts if part.key in known])


def _lead(view: View, page: Page, parts: tuple[Part, ...]) -> Iterator[Problem]:
    if any(part.key == "lead" for part in parts):
        yield view.problem(
            page.file, page.body_line, "text stands before the first section", "move it into one"
        )
    for part in parts:
        for token in part.tokens:
            if token.type == "heading_open" and token.tag == "h1" and token.map:
                yield view.problem(
                    page.file,
                    page.body_line + token.map[0],
                    "the title is written by the page",
                    "use ## or ###",
                )


def _order(view: View, page: Page, keys: list[tuple[str, int]]) -> Iterator[Problem]:
    rank = [row.key for row in SECTIONS]
    for (before, _), (after, line) in zip_longest(keys, keys[1:], fillvalue=("", 0)):
        if after and rank.index(after) < rank.index(before):
            title = SECTIONS[rank.index(after)].title(page.language)
            yield view.problem(page.file, line, f"the section {title!r} stands too late", _choices([]))
            return


def _choices(wanted: list[str]) -> str:
    return f"use {' · '.join(wanted)}" if wanted else "keep the order of docs/writing-articles.md"


def substance(view: View) -> Iterator[Problem]:
    """No section is empty, and the error is quoted in a block."""
    for page, parts in view.pages():
        for part in parts:
            if not part.tokens:
                yield view.problem(page.file, part.line, f"the section {part.title!r} is empty", "write it")
            elif part.key == "error" and not any(token.type == "fence" for token in part.tokens):
                yield view.problem(
                    page.file, part.line, "the error is not quoted", "put the message into a ```text block"
                )


def markup(view: View) -> Iterator[Problem]:
    """No HTML and no pictures: the page shows them as text."""
    for page, parts in view.pages():
        for part in parts:
            for token, at in inline(part):
                words = "".join(child.content for child in token.children or () if child.type == "text")
                line = page.body_line + at
                if found := _TAG.search(words):
                    yield view.problem(
                        page.file, line, f"{found[0]} is shown as text", "put it into backticks"
                    )
                if _PICTURE.search(token.content):
                    yield view.problem(page.file, line, "pictures are not shown", "describe what they show")


def characters(view: View) -> Iterator[Problem]:
    """No control, bidirectional or zero-width characters; examples are kept as they were pasted."""
    for file in view.texts:
        if file.startswith(EXAMPLES):
            continue
        for number, line in view.lines(file):
            if found := _CONTROL.search(line):
                yield view.problem(
                    file, number, f"the character U+{ord(found[0]):04X} is invisible", "remove it"
                )


def written(view: View) -> Iterator[Problem]:
    """Nothing is left of what a draft asks the writer for."""
    for page, parts in view.pages():
        for key, text in (("title", page.title), ("summary", page.summary)):
            if UNWRITTEN[page.language] in text:
                yield view.translated(page, (key,), f"the {key} is not written yet", "write it")
        for part in parts:
            if any(UNWRITTEN[page.language] in token.content for token, _ in inline(part)):
                yield view.problem(
                    page.file, part.line, f"the section {part.title!r} is not written yet", "write it"
                )
