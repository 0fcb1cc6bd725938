"""Where a reference leads: `owner/repo#n`, `owner/repo@sha`, `owner/repo:path` or a URL."""

from __future__ import annotations

import re
from urllib.parse import quote_plus, urlsplit

from app.articles.references import url

_FILE = re.compile(r"([\w.-]{1,100})/([\w.-]{1,100}):([\w./+-]{1,300})")
GITHUB = "https://github.com"
QUERY_LIMIT = 200
"""GitHub's search refuses longer queries (256 characters); room is left for the qualifier."""


def ref_url(ref: str) -> str | None:
    """The public address of a reference; None when it has none that is safe to link."""
    if found := _FILE.fullmatch(ref):
        owner, repo, path = found.groups()
        return f"{GITHUB}/{owner}/{repo}/blob/HEAD/{path}"
    target = url(ref)
    return target if urlsplit(target).scheme == "https" else None


def ref_label(ref: str) -> str:
    """A reference as a reader sees it: URLs lose their scheme, commits all but ten digits, paths their folders."""
    if ref.startswith("https://"):
        return ref.removeprefix("https://").rstrip("/")
    if found := _FILE.fullmatch(ref):
        owner, repo, path = found.groups()
        return f"{owner}/{repo}: {path.rsplit('/', 1)[-1]}"
    name, mark, sha = ref.partition("@")
    return f"{name}@{sha[:10]}" if mark else ref


def upstream_search(message: str) -> str:
    """GitHub's issue search for a message, which the caller has redacted."""
    words = " ".join(message.replace('"', " ").split())
    if len(words) > QUERY_LIMIT:
        words = words[:QUERY_LIMIT].rsplit(" ", 1)[0]
    return f"{GITHUB}/search?type=issues&q={quote_plus(words)}"
