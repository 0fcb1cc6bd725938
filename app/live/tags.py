"""What a release tag says: its version, its line, and whether it is a final release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from packaging.version import InvalidVersion, Version

PREFIX = re.compile(r"(?:(@?[A-Za-z][A-Za-z_./-]{0,60}?)(?:[-_/@]|==))?[vV]?(?=\d)")
"""`v1.2`, `release-1.2`, `gateway-v0.3.1`, `core@1.2.3`, `langchain-core==0.3.1`."""

PLAIN = frozenset({"release", "releases", "rel", "version", "ver", "stable", "nightly"})
"""Words before a version that name no package."""

BUILD = re.compile(r"[A-Za-z]{1,10}(\d{1,9})")
"""A counting build tag such as llama.cpp's `b4567`."""


class TagKind(StrEnum):
    """What kind of release a tag marks."""

    FINAL = "final"
    RC = "rc"
    NIGHTLY = "nightly"
    OTHER = "other"
    """No version can be read: the tag is left out."""


@dataclass(frozen=True, slots=True)
class TagName:
    """A tag, read."""

    kind: TagKind
    line: str
    """`0.25`; `build` for counting tags; `rc` and `nightly` for those kinds."""
    version: str
    """As an installer writes it: the tag without its prefix."""
    order: Version
    package: str = ""
    """What a repository of several packages releases under this tag; empty for the repository itself."""


def read_tag(tag: str, prerelease: bool = False) -> TagName:
    """Read `tag`; `prerelease` is the forge's own mark, which counts whatever the name says."""
    nightly = "nightly" in tag.lower()
    found = PREFIX.match(tag)
    rest = tag[found.end() :] if found else tag
    package = (found.group(1) or "").lower() if found else ""
    package = "" if package in PLAIN else package
    try:
        version = Version(rest)
    except InvalidVersion:
        build = BUILD.fullmatch(tag)
        if nightly or build is None:
            kind = TagKind.NIGHTLY if nightly else TagKind.OTHER
            return TagName(kind, kind.value, tag, Version("0"))
        return TagName(TagKind.RC if prerelease else TagKind.FINAL, "build", tag, Version(build.group(1)))
    if nightly or version.is_devrelease:
        return TagName(TagKind.NIGHTLY, "nightly", tag if nightly else rest, version, package)
    if prerelease or version.is_prerelease:
        return TagName(TagKind.RC, "rc", rest, version, package)
    line = f"{version.major}.{version.minor}" if len(version.release) > 1 else str(version.major)
    return TagName(TagKind.FINAL, line, rest, version, package)
