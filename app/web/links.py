"""Where a reference leads: `owner/repo#n`, `owner/repo@sha`, `owner/repo:path` or a URL."""

from __future__ import annotations

import re
from urllib.parse import quote_plus, urlsplit

_NUMBER = re.compile(r"([\w.-]{1,100})/([\w.-]{1,100})#(\d{1,9})")
_COMMIT = re.compile(r"([\w.-]{1,100})/([\w.-]{1,100})@([0-9a-f]{7,40})")
_FILE = re.compile(r"([\w.-]{1,100})/([\w.-]{1,100}):([\w./+-]{1,300})")
GITHUB = "https://github.com"
QUERY_LIMIT = 200
"""GitHub's search refuses longer queries (256 characters); room is left for the qualifier."""


def ref_url(ref: str) -> str | None:
    """The public address of a reference; None when it has none that is safe to link."""
    if found := _NUMBER.fullmatch(ref):
        owner, repo, number = found.groups()
        return f"{GITHUB}/{owner}/{repo}/issues/{number}"
    if found := _COMMIT.fullmatch(ref):
        owner, repo, sha = found.groups()
        return f"{GITHUB}/{owner}/{repo}/commit/{sha}"
    if found := _FILE.fullmatch(ref):
        owner, repo, path = found.groups()
        return f"{GITHUB}/{owner}/{repo}/blob/HEAD/{path}"
    return ref if urlsplit(ref).scheme == "https" else None


def ref_label(ref: str) -> str:
    """A reference as a reader sees it: URLs lose their scheme, commits all but ten digits, paths their folders."""
    if found := _COMMIT.fullmatch(ref):
        owner, repo, sha = found.groups()
        return f"{owner}/{repo}@{sha[:10]}"
    if found := _FILE.fullmatch(ref):
        owner, repo, path = found.groups()
        return f"{owner}/{repo}: {path.rsplit('/', 1)[-1]}"
    return ref.removeprefix("https://").rstrip("/")


def upstream_search(message: str) -> str:
    """GitHub's issue search for a message, which the caller has redacted."""
    words = " ".join(message.replace('"', " ").split())
    if len(words) > QUERY_LIMIT:
        words = words[:QUERY_LIMIT].rsplit(" ", 1)[0]
    return f"{GITHUB}/search?type=issues&q={quote_plus(words)}"
