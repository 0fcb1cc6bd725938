"""Public sources: how they are written, where they lead, which of them a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OWNER = r"[A-Za-z0-9][A-Za-z0-9-]{0,38}"
_REPO = r"[A-Za-z0-9_.-]{1,100}"
_URL = r"https://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?(?:/[^\s<>\"`()\[\]，。；：、）（]{0,400})?"
_NUMBERED = re.compile(rf"({_OWNER}/{_REPO})#([1-9][0-9]{{0,8}})")
_COMMIT = re.compile(rf"({_OWNER}/{_REPO})@([0-9a-f]{{7,40}})")
_WHOLE_URL = re.compile(_URL)
_PAGE = re.compile(
    rf"https://github\.com/({_OWNER}/{_REPO})/(pull|issues|commit)/([0-9a-f]{{1,40}})(?:[/#?].*)?"
)
_ANY = re.compile(
    rf"{_URL}|(?<![A-Za-z0-9_./@-]){_OWNER}/{_REPO}(?:#[1-9][0-9]{{0,8}}|@[0-9a-f]{{7,40}})(?![A-Za-z0-9_])"
)  # fmt: skip
_TAIL = ".,;:!?'*"
"""Punctuation that ends a sentence, not a URL."""


def well_formed(reference: str) -> bool:
    """Whether `reference` is `owner/repo#n`, `owner/repo@sha` or an https URL."""
    return any(form.fullmatch(reference) for form in (_NUMBERED, _COMMIT, _WHOLE_URL))


def url(reference: str) -> str:
    """Where a well-formed reference leads; the forge sends an issue number on to its pull request."""
    if numbered := _NUMBERED.fullmatch(reference):
        return f"https://github.com/{numbered[1]}/issues/{numbered[2]}"
    if commit := _COMMIT.fullmatch(reference):
        return f"https://github.com/{commit[1]}/commit/{commit[2]}"
    return reference


def canonical(reference: str) -> str:
    """`owner/repo#n` or `owner/repo@sha` of the URL of such a page; anything else unchanged."""
    page = _PAGE.fullmatch(reference)
    if not page:
        return reference
    mark = "@" if page[2] == "commit" else "#"
    return f"{page[1]}{mark}{page[3]}"


def found(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields (start, end, reference as written) for every reference that a text names."""
    for match in _ANY.finditer(text):
        written = match[0].rstrip(_TAIL) if match[0].startswith("https:") else match[0]
        yield match.start(), match.start() + len(written), written
