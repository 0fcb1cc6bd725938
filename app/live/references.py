"""Reading a reference: which forge, which change. Pure; hosts come from the configuration."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.live.config import LiveConfig
from app.live.model import Reference

NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,99})"
SHA = r"[0-9a-f]{7,40}"
SHORT = re.compile(rf"({NAME})/({NAME})(?:#([1-9][0-9]{{0,9}})|@({SHA}))")
GITHUB_PATH = re.compile(
    rf"/({NAME})/({NAME})/(?:(?:pull|issues)/([1-9][0-9]{{0,9}})|commit/({SHA}))(?:/.*)?"
)
GITLAB_PATH = re.compile(
    rf"/({NAME}(?:/{NAME}){{0,8}})/({NAME})/-/(?:merge_requests/([1-9][0-9]{{0,9}})|commit/({SHA}))(?:/.*)?"
)
HUGGINGFACE_PATH = re.compile(
    rf"/(?:(?:datasets|spaces)/)?(?:({NAME})/)?({NAME})/discussions/([1-9][0-9]{{0,9}})(?:/.*)?"
)
LONGEST = 500
"""Characters of a reference; a longer one is a plain link."""


@dataclass(frozen=True, slots=True)
class Site:
    """A forge's web address and how its paths read."""

    forge: str
    base: str
    path: re.Pattern[str]
    address: Callable[[str, re.Match[str]], str]
    """(base, match) -> the canonical address of the page."""


def sites(config: LiveConfig) -> tuple[Site, ...]:
    """The forges that the configuration knows."""
    return (
        Site("github", config.github.web_base, GITHUB_PATH, _github_address),
        Site("gitlab", config.gitlab_base, GITLAB_PATH, _gitlab_address),
        Site("huggingface", config.huggingface_base, HUGGINGFACE_PATH, _huggingface_address),
    )


def parse_reference(text: str, config: LiveConfig) -> Reference | None:
    """The change that `text` names (`owner/repo#n`, `owner/repo@sha`, or its page's address).

    None for anything else, an address on a forge that is not configured among them: a plain link.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return None
    short = SHORT.fullmatch(text)
    if short:
        return _reference("github", short, _github_address(config.github.web_base, short))
    for site in sites(config):
        path = _path_below(site.base, text)
        found = site.path.fullmatch(path) if path else None
        if found:
            return _reference(site.forge, found, site.address(site.base.rstrip("/"), found))
    return None


def _path_below(base: str, address: str) -> str | None:
    """The path of `address` if it lies on the very host of `base`, in plain form."""
    try:
        mine, theirs = urlsplit(base), urlsplit(address)
        here, there = (mine.hostname, mine.port), (theirs.hostname, theirs.port)
    except ValueError:
        return None
    if theirs.scheme not in {"http", "https"} or theirs.username is not None or theirs.password is not None:
        return None
    if here != there:
        return None
    prefix = mine.path.rstrip("/")
    return theirs.path.removeprefix(prefix) if theirs.path.startswith(prefix) else None


def _reference(forge: str, found: re.Match[str], address: str) -> Reference:
    owner, repo, number = found.group(1), found.group(2), found.group(3)
    commit = found.group(4) if found.re.groups > 3 else None
    return Reference(forge, owner or "", repo, int(number) if number else None, commit, address)


def _github_address(base: str, found: re.Match[str]) -> str:
    owner, repo, number, commit = found.groups()
    tail = f"commit/{commit}" if commit else f"issues/{number}"
    if "/pull/" in found.string:
        tail = f"pull/{number}"
    return f"{base.rstrip('/')}/{owner}/{repo}/{tail}"


def _gitlab_address(base: str, found: re.Match[str]) -> str:
    owner, repo, number, commit = found.groups()
    tail = f"commit/{commit}" if commit else f"merge_requests/{number}"
    return f"{base}/{owner}/{repo}/-/{tail}"


def _huggingface_address(base: str, found: re.Match[str]) -> str:
    head = found.string[: found.end(3)]
    return base + head[head.index("/") :]
