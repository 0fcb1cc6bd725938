"""Rules on the two languages of an article."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from app.articles.files import ORIGINAL
from app.articles.model import Page, Problem
from app.articles.rules.view import View

_NAMES = {"en": "English", "zh": "Chinese"}


def both(view: View) -> Iterator[Problem]:
    """An article has both languages; one alone is shown with a banner."""
    for language, name in _NAMES.items():
        if language not in view.article.pages:
            yield view.problem(
                ORIGINAL, 1, f"there is no {name} page", f"write index.{language}.md", "warning"
            )


def fresh(view: View) -> Iterator[Problem]:
    """A translation follows its original."""
    for page in _translations(view):
        if page.stale:
            yield view.translated(
                page,
                ("source_digest",),
                "the translation is of another version of index.md",
                "bring it up to date, then run faultbook lint --fix-digests",
                "warning",
            )


def complete(view: View) -> Iterator[Problem]:
    """Everything that is said in the original's front matter is said in the translation's."""
    article = view.article
    for page in _translations(view):
        matter = view.matters.get(page.file)
        if matter is None:
            continue
        if article.workaround and page.language not in article.workaround.costs:
            yield view.translated(page, (), "workaround_costs is missing", "translate workaround.costs")
        if not article.workaround and "workaround_costs" in matter.values:
            yield view.translated(
                page, ("workaround_costs",), "the original has no work-around", "remove workaround_costs"
            )
        for row in article.tell_apart:
            if page.language not in row.by:
                yield view.translated(
                    page, ("tell_apart",), f"tell_apart of {row.slug} is missing", "translate it"
                )
        yield from _unknown_rows(view, page)


def _unknown_rows(view: View, page: Page) -> Iterator[Problem]:
    rows = view.matters[page.file].values.get("tell_apart")
    slugs = {row.slug for row in view.article.tell_apart}
    for at, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and row.get("slug") not in slugs:
            yield view.translated(
                page, ("tell_apart", at), f"the original does not tell {row.get('slug')} apart", "remove it"
            )


def code(view: View) -> Iterator[Problem]:
    """Code, commands and messages are the same in both languages."""
    original = _fences(view, view.article.pages[view.article.source])
    for page in _translations(view):
        for ours, theirs in zip_longest(original, _fences(view, page)):
            if ours is None or theirs is None or ours[:2] != theirs[:2]:
                line = theirs[2] if theirs else page.body_line
                yield view.problem(page.file, line, _difference(ours, theirs), "copy the blocks of index.md")
                break


_Fence = tuple[str, str, int]
"""Language, content, line in the file."""


def _difference(ours: _Fence | None, theirs: _Fence | None) -> str:
    if ours is None:
        return "a code block that index.md does not have"
    if theirs is None:
        return f"the code block of line {ours[2]} of index.md is missing"
    return f"the code block differs from line {ours[2]} of index.md"


def _fences(view: View, page: Page) -> list[_Fence]:
    return [
        (token.info.strip(), token.content, page.body_line + token.map[0])
        for part in view.parts[page.language]
        for token in part.tokens
        if token.type == "fence" and token.map
    ]


def _translations(view: View) -> Iterator[Page]:
    for page in view.article.pages.values():
        if page.language != view.article.source:
            yield page
