"""Rules on commands, code and messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.token import Token

from app.articles.model import Page, Problem
from app.articles.rules.view import View

LANGUAGES = ("sh", "text", "python", "yaml", "json", "toml", "ini", "dockerfile", "diff", "cpp")
WIDTH = 160
OUTPUT_WIDTH = 600
"""`text` is quoted as it was printed, and some messages are one long line."""

_PROMPT = re.compile(r"\s*(?:\$|>>>|root@[\w.-]{1,60}:\S{0,100}#)\s")
_DASHED_FLAG = re.compile(
    r"(?:^|(?<=[\s`\"'(（=]))[\u2012-\u2015\u2212]{1,2}[a-z][a-z0-9]*(?:[-_\u2010-\u2015][a-z0-9]+)*(?=[\s`\"')）=,.;:，。；、]|$)"
)
_CURLY = re.compile(r"[\u2018\u2019\u201c\u201d]")
_TYPED = ("sh", "python", "yaml", "json", "toml", "ini", "dockerfile")
"""Languages in which a curly quote is always wrong."""


def fences(view: View) -> Iterator[Problem]:
    """Every block of code is fenced and says its language."""
    for page, token, line in _blocks(view):
        if token.type == "code_block":
            yield view.problem(page.file, line, "the block is only indented", "put it between ``` lines")
        elif token.info.strip() not in LANGUAGES:
            said = token.info.strip() or "nothing"
            yield view.problem(
                page.file, line, f"the block's language is {said}", f"use one of {' '.join(LANGUAGES)}"
            )


def widths(view: View) -> Iterator[Problem]:
    """A line of code can be read without scrolling far."""
    for page, token, line in _blocks(view):
        most = OUTPUT_WIDTH if token.info.strip() == "text" else WIDTH
        for at, text in enumerate(token.content.split("\n"), start=1):
            if len(text) > most:
                yield view.problem(
                    page.file, line + at, f"the line of code has {len(text)} characters",
                    f"break it or cut it to {most}",
                )  # fmt: skip


def prompts(view: View) -> Iterator[Problem]:
    """A command can be copied whole: no prompt before it."""
    for page, token, line in _blocks(view):
        if token.info.strip() not in ("sh", "python"):
            continue
        for at, text in enumerate(token.content.split("\n"), start=1):
            if _PROMPT.match(text):
                yield view.problem(page.file, line + at, "a prompt stands before the command", "remove it")


def flags(view: View) -> Iterator[Problem]:
    """Flags are spelled with hyphens, commands with straight quotes."""
    for file in view.texts:
        if not file.endswith(".md"):
            continue
        for number, text in view.lines(file):
            if found := _DASHED_FLAG.search(text):
                yield view.problem(file, number, f"{found[0]} is spelled with a dash", "use - and --")
    for page, token, line in _blocks(view):
        if token.info.strip() not in _TYPED:
            continue
        for at, text in enumerate(token.content.split("\n"), start=1):
            if _CURLY.search(text):
                yield view.problem(page.file, line + at, "a curly quote stands in code", "use ' and \"")


def workaround(view: View) -> Iterator[Problem]:
    """What is offered to copy is one command or change, with straight quotes and no prompt."""
    done = view.article.workaround
    if done is None:
        return
    if _CURLY.search(done.do) or _PROMPT.match(done.do):
        yield view.fact(
            ("workaround", "do"), "the work-around cannot be copied as it is", "write only what to type"
        )


def _blocks(view: View) -> Iterator[tuple[Page, Token, int]]:
    for page, parts in view.pages():
        for part in parts:
            for token in part.tokens:
                if token.type in ("fence", "code_block") and token.map:
                    yield page, token, page.body_line + token.map[0]
