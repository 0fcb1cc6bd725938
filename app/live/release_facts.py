"""What is known of a change and of its repository's releases, and how that is read from messages and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

NUMBER_AT_END = re.compile(r"\(#(\d{1,10})\)\s*$")
IN_BRACKETS = re.compile(r"\(#(\d{1,10})\)")
REVERT = re.compile(r'Revert "(.*)"')
TRAILER = re.compile(r"cherry.picked from commit ([0-9a-f]{7,40})")
NAMED = re.compile(r"(?:/pull/|#)(\d{1,10})\b")


@dataclass(frozen=True, slots=True)
class Release:
    """One published release."""

    tag: str
    published_at: datetime
    prerelease: bool = False
    named: frozenset[int] = frozenset()
    """Numbers that its notes name."""


@dataclass(frozen=True, slots=True)
class Picks:
    """The commits of a tag that are not on the branch it came from, by what they say of themselves."""

    numbers: frozenset[int] = frozenset()
    """Pull requests picked, by the `(#N)` at the end of the first line."""
    shas: frozenset[str] = frozenset()
    """Commits named by a `cherry picked from commit` trailer."""
    reverted: frozenset[int] = frozenset()
    """Pull requests taken out again."""
    mentioned: frozenset[int] = frozenset()
    """Other numbers of first lines, `(#N) (#M)`: picked under a number of its own, or something else."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A fact that is needed to go on: `contains` or `picks` of a tag."""

    what: str
    tag: str


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is known about one change and its repository's releases."""

    number: int | None
    commit: str
    merged_at: datetime
    releases: Sequence[Release]
    complete: bool
    """Whether `releases` reaches back past the merge."""
    contains: Mapping[str, bool | None] = field(default_factory=dict)
    picks: Mapping[str, Picks | None] = field(default_factory=dict)
    reverted_at: datetime | None = None
    repo: str = ""
    """The repository's name without its owner: tags that begin so are the repository's own."""
    side: bool = False
    """Merged into a branch that is not the default one: what is cut from another branch need not have it."""


def read_commits(messages: Iterable[str]) -> Picks:
    """What the commits of a release branch pick and revert, from their messages.

    Only the last `(#N)` at the end of the first line counts: subjects hold two numbers, reverts among them.
    """
    numbers, reverted, mentioned = set[int](), set[int](), set[int]()
    shas = set[str]()
    for message in messages:
        first = message.split("\n", 1)[0]
        found = NUMBER_AT_END.search(first)
        quoted = REVERT.match(first)
        if quoted:
            inner = NUMBER_AT_END.search(quoted.group(1))
            if inner:
                reverted.add(int(inner.group(1)))
            continue
        if found:
            numbers.add(int(found.group(1)))
            reverted.discard(int(found.group(1)))
            mentioned.update(int(number) for number in IN_BRACKETS.findall(first))
        shas.update(TRAILER.findall(message))
    numbers -= reverted
    return Picks(
        frozenset(numbers), frozenset(shas), frozenset(reverted), frozenset(mentioned - numbers - reverted)
    )


def named_in(notes: str) -> frozenset[int]:
    """The numbers of pull requests and issues that release notes name."""
    return frozenset(int(found) for found in NAMED.findall(notes))
