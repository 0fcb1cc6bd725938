"""What a search box says: `software:vllm`, "quoted phrases", -exclusions, and words."""

from __future__ import annotations

import re
from dataclasses import replace

from app.articles.vocabulary import canonical_software
from app.index.model import SearchQuery
from app.text.tokens import MAX_QUERY, fold

_FIELD = re.compile(
    r'(?<!\S)(software|kind|family|lang|language|fix|软件|类型|错误族|语言|修复)[:：]("[^"\s]{1,80}"|[^\s"]{1,80})',
    re.IGNORECASE,
)
FIELDS = {
    "software": "software",
    "kind": "kind",
    "family": "family",
    "lang": "language",
    "language": "language",
    "fix": "fix",
    "软件": "software",
    "类型": "kind",
    "错误族": "family",
    "语言": "language",
    "修复": "fix",
}
"""What can be written before a colon, and the field of SearchQuery that it sets."""
MAX_SIZE = 100
"""Hits on one page at most."""
MAX_PAGE = 10_000


def understood(query: SearchQuery) -> SearchQuery:
    """`query` with the fields written in its text taken out of the text and set; what the caller set wins.
    Page and size are brought into bounds."""
    found: dict[str, str] = {}

    def take(match: re.Match[str]) -> str:
        name = FIELDS[match.group(1).lower()]
        value = fold(match.group(2).strip('"'))
        found.setdefault(name, canonical_software(value) or value if name == "software" else value)
        return " "

    text = _FIELD.sub(take, query.text[:MAX_QUERY]).strip()
    chosen = {name: getattr(query, name) or value for name, value in found.items()}
    page, size = min(max(query.page, 1), MAX_PAGE), min(max(query.size, 1), MAX_SIZE)
    return replace(query, text=text, page=page, size=size, **chosen)
