"""Which release first holds a change: pure decisions over facts; the facts are fetched elsewhere.

Ancestry alone is wrong for patch releases, whose tags lie on release branches: there the fix arrives as a
cherry-picked commit with another sha. Its subject keeps the trailing `(#N)` of the pull request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.live.model import Containment, FirstRelease, ReleaseAnswer
from app.live.release_facts import Ask, Facts, Picks, Release
from app.live.tags import TagKind, TagName, read_tag
from app.phrase import Phrase

SLACK = timedelta(days=1)
"""Releases dated up to a day before the merge are looked at too: a tag's date may lie before its push."""

MOST_FINALS = 24
MOST_EARLY = 4
MOST_NAMED = 3
"""Releases and pre-releases looked at for one change; measured, the first or second release holds it."""


def newest_tag(tags: Iterable[str], releases: Iterable[Release]) -> str | None:
    """The highest final version among the repository's own tags, if no release is as high; else None."""
    released = [read_tag(release.tag, release.prerelease) for release in releases]
    highest = max((name.order for name in released if name.kind is TagKind.FINAL), default=None)
    read = {tag: read_tag(tag) for tag in tags}
    own = {tag: name for tag, name in read.items() if name.kind is TagKind.FINAL and not name.package}
    newest = max(own, key=lambda tag: own[tag].order, default=None)
    return newest if newest and (highest is None or own[newest].order > highest) else None


@dataclass(frozen=True, slots=True)
class _Candidate:
    release: Release
    name: TagName


def decide(facts: Facts) -> Ask | ReleaseAnswer:
    """The answer, or the fact that is missing for it. Call again with that fact until an answer comes.

    Final releases since the merge are walked oldest first; one hit a release line is kept. From the first
    release that has the change as an ancestor, later versions have it too and are not asked.
    """
    if not facts.releases:
        return _unknown(facts, Phrase("live.no_releases"))
    since = facts.merged_at - SLACK
    everything = [
        _Candidate(release, read_tag(release.tag, release.prerelease))
        for release in sorted(facts.releases, key=lambda r: (r.published_at, r.tag))
    ]
    mine, others = _own(everything, facts.repo)
    if others:
        return _unknown(facts, Phrase("live.many_packages", {"packages": ", ".join(others)}))
    candidates = [c for c in mine if c.release.published_at >= since]
    if not facts.complete:
        return _unknown(facts, Phrase("live.release_list_too_long"))
    finals = [c for c in candidates if c.name.kind is TagKind.FINAL]
    if facts.reverted_at is not None:
        finals = [c for c in finals if c.release.published_at < facts.reverted_at]
    walk = _Walk(facts)
    for candidate in finals[:MOST_FINALS]:
        ask = walk.visit(candidate)
        if ask:
            return ask
    early = _early(candidates, walk.found)
    for candidate in early:
        if candidate.release.tag not in facts.contains:
            return Ask("contains", candidate.release.tag)
    return _conclude(facts, walk, finals, early)


def _own(candidates: list[_Candidate], repo: str) -> tuple[list[_Candidate], list[str]]:
    """The releases of the repository itself, or the names of several packages none of which is it.

    A repository that tags only one package is that package.
    """
    named = {candidate.name.package for candidate in candidates if candidate.name.kind is TagKind.FINAL}
    own = {"", repo.lower()}
    if not named & own and len(named) > 1:
        return [], sorted(named)[:MOST_NAMED]
    packages = named & own or named
    nightly = {candidate.name.package for candidate in candidates} & own
    return [candidate for candidate in candidates if candidate.name.package in packages | nightly], []


class _Walk:
    """The walk over final releases: hits by line, and what could not be told."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.found: dict[str, tuple[_Candidate, str]] = {}
        self.named: list[_Candidate] = []
        self.doubtful: list[_Candidate] = []
        """Releases of which it cannot be told."""
        self.without: list[_Candidate] = []
        """Releases that surely lack it."""
        self.mentioned: list[_Candidate] = []
        self._ancestor: _Candidate | None = None

    def visit(self, candidate: _Candidate) -> Ask | None:
        """Judge one release; returns the fact that is missing, None when judged."""
        line, tag = candidate.name.line, candidate.release.tag
        later = self._ancestor is not None and candidate.name.order > self._ancestor.name.order
        implied = later and not self._facts.side
        if line in self.found or implied:
            return None
        if tag not in self._facts.contains:
            return Ask("contains", tag)
        if tag not in self._facts.picks:
            return Ask("picks", tag)
        how = self._how(candidate)
        if how:
            self.found[line] = (candidate, how)
            if how == "ancestor":
                self._ancestor = candidate
        elif self._mentions(tag):
            self.mentioned.append(candidate)
        elif self._facts.number in candidate.release.named:
            self.named.append(candidate)
        elif candidate not in self.doubtful:
            self.without.append(candidate)
        return None

    def notes(self) -> tuple[Phrase, ...]:
        """What a reader of the first releases should know: one before may have it, the newest lacks it."""
        hits = [hit for hit, _how in self.found.values()]
        said = []
        first = min(hit.release.published_at for hit in hits)
        doubtful = [c for c in (*self.doubtful, *self.mentioned) if c.release.published_at < first]
        if doubtful:
            said.append(Phrase("live.may_be_earlier", {"version": doubtful[0].name.version}))
        highest = max(hit.name.order for hit in hits)
        lacking = [c for c in self.without if c.name.order > highest]
        if lacking:
            said.append(Phrase("live.newer_lacks", {"version": lacking[-1].name.version}))
        return tuple(said)

    def _mentions(self, tag: str) -> bool:
        picks = self._facts.picks[tag]
        return picks is not None and self._facts.number in picks.mentioned

    def _how(self, candidate: _Candidate) -> str | None:
        """How the tag holds the change, None where it does not or where it cannot be told."""
        tag = candidate.release.tag
        contains, picks = self._facts.contains[tag], self._facts.picks[tag]
        if picks is None or contains is None:
            self.doubtful.append(candidate)
        if picks is not None and self._facts.number in picks.reverted:
            return None
        if contains:
            return "ancestor"
        if picks is not None and (self._facts.number in picks.numbers or self._picked_by_sha(picks)):
            return "cherry-pick"
        return None

    def _picked_by_sha(self, picks: Picks) -> bool:
        return any(self._facts.commit.startswith(sha) for sha in picks.shas)


def _early(candidates: list[_Candidate], found: Mapping[str, tuple[_Candidate, str]]) -> list[_Candidate]:
    """Pre-releases worth asking about: those before the first final release that has the change."""
    first = min((hit.release.published_at for hit, _how in found.values()), default=None)
    before = [
        c
        for c in candidates
        if c.name.kind in {TagKind.RC, TagKind.NIGHTLY} and (first is None or c.release.published_at < first)
    ]
    return before[-MOST_EARLY:] if found else before[:MOST_EARLY]


def _conclude(facts: Facts, walk: _Walk, finals: list[_Candidate], early: list[_Candidate]) -> ReleaseAnswer:
    first = [FirstRelease(line, hit.name.version, how) for line, (hit, how) in walk.found.items()]
    for kind in (TagKind.RC, TagKind.NIGHTLY):
        hit = next((c for c in early if c.name.kind is kind and facts.contains[c.release.tag]), None)
        if hit:
            first.append(FirstRelease(kind.value, hit.name.version, "ancestor"))
    newest = finals[-1].release.tag if finals else None
    if walk.found:
        notes = walk.notes()
        return ReleaseAnswer(Containment.RELEASED, tuple(first), None, newest, facts.contains, notes=notes)
    containment, reason = _not_found(facts, walk, finals)
    if reason.id == "live.named_in_notes":
        named = walk.named[0].name
        first.append(FirstRelease(named.line, named.version, "notes"))
    return ReleaseAnswer(containment, tuple(first), reason, newest, facts.contains)


def _not_found(facts: Facts, walk: _Walk, finals: list[_Candidate]) -> tuple[Containment, Phrase]:
    """What to say where no release surely has the change."""
    newest = finals[-1].release.tag if finals else ""
    if facts.reverted_at is not None:
        return Containment.UNRELEASED, Phrase("live.reverted_before_release")
    for phrase, found in (("live.maybe_picked", walk.mentioned), ("live.named_in_notes", walk.named)):
        if found:
            return Containment.UNKNOWN, Phrase(phrase, {"version": found[0].name.version})
    if walk.doubtful or len(finals) > MOST_FINALS:
        tag = walk.doubtful[0].release.tag if walk.doubtful else newest
        return Containment.UNKNOWN, Phrase("live.cannot_compare", {"tag": tag})
    if not newest:
        return Containment.UNRELEASED, Phrase("live.no_release_since")
    return Containment.UNRELEASED, Phrase("live.in_no_release", {"newest": newest})


def _unknown(facts: Facts, reason: Phrase) -> ReleaseAnswer:
    return ReleaseAnswer(Containment.UNKNOWN, (), reason, None, facts.contains)
