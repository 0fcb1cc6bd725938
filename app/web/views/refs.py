"""References with their state, and which version to install."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.articles.model import Affected, Ref
from app.live.model import Change, ChangeState, FirstRelease
from app.live.tags import read_tag
from app.phrase import Phrase
from app.web.links import ref_label, ref_url

TONES = {
    ChangeState.MERGED: "good",
    ChangeState.LANDED: "good",
    ChangeState.OPEN: "info",
    ChangeState.DRAFT: "info",
    ChangeState.CLOSED: "plain",
    ChangeState.REVERTED: "bad",
    ChangeState.NOT_FOUND: "bad",
    ChangeState.UNKNOWN: "plain",
}


@dataclass(frozen=True, slots=True)
class RefView:
    """One reference of an article and what is known of it."""

    id: str
    label: str
    url: str | None
    role: str
    state: str | None
    """A `ChangeState`; None where nothing has a state (documentation, a plain link)."""
    tone: str
    date: str | datetime | None
    title: str | None
    releases: tuple[FirstRelease, ...]
    live: bool
    as_of: str | datetime | None
    next_try: datetime | None
    said: tuple[Phrase, ...]
    """Why a release or a state is not known, where the change lives now, how it landed."""
    error: Phrase | None

    @classmethod
    def from_ref(cls, ref: Ref, change: Change | None) -> RefView:
        """What the forge said, else what the article knew; a plain link has no state."""
        if change is None or (change.type == "link" and change.state is ChangeState.UNKNOWN):
            return cls._from_known(ref)
        return cls(
            ref.id,
            ref_label(ref.id),
            change.url or ref_url(ref.id),
            ref.role,
            change.state.value,
            TONES[change.state],
            change.merged_at,
            change.title,
            change.first_releases,
            change.source == "live",
            change.fetched_at or (ref.known.as_of if ref.known else None),
            change.next_try,
            _said(change),
            change.error,
        )

    @classmethod
    def _from_known(cls, ref: Ref) -> RefView:
        known = ref.known
        state = ChangeState(known.state) if known else None
        release = known.release if known else None
        return cls(
            ref.id,
            ref_label(ref.id),
            ref_url(ref.id),
            ref.role,
            state.value if state else None,
            TONES[state] if state else "plain",
            known.date if known else None,
            None,
            (FirstRelease(read_tag(release).line, release, "known"),) if release else (),
            False,
            known.as_of if known else None,
            None,
            (),
            None,
        )

    @property
    def stable(self) -> tuple[FirstRelease, ...]:
        """Releases that a user would install and that surely hold the change."""
        return tuple(release for release in self.releases if release.stable and release.certain)

    @property
    def unstable(self) -> tuple[FirstRelease, ...]:
        """Nightlies and release candidates that surely hold it."""
        return tuple(release for release in self.releases if not release.stable and release.certain)

    @property
    def stale(self) -> bool:
        """The last try to confirm the answer failed."""
        return self.live and self.as_of is not None and self.error is not None


def _said(change: Change) -> tuple[Phrase, ...]:
    """An article's own fact needs no excuse; what is missing does."""
    told = change.source == "live" or change.state is ChangeState.UNKNOWN
    return (*((change.reason,) if change.reason and told else ()), *change.notes)


@dataclass(frozen=True, slots=True)
class Install:
    """Which version of one package helps."""

    package: str
    fixed_in: str | None
    last_good: str | None
    first: str | None
    last_known: str | None
    command: str | None
    """Installs the fixed version, where the package comes by pip and a fixed version is known."""

    @classmethod
    def from_affected(cls, affected: Affected, refs: Iterable[RefView]) -> Install:
        """The article's own word first, else the first release that the forge says holds the fix."""
        fixed = affected.fixed_in or next(
            (release.version for ref in refs if ref.role == "fix" for release in ref.stable), None
        )
        command = None
        if fixed and affected.scheme == "pep440":
            command = f'pip install -U "{affected.package}>={fixed.lstrip("v")}"'
        return cls(affected.package, fixed, affected.last_good, affected.first, affected.last_known, command)


def ref_views(refs: Iterable[Ref], changes: Mapping[str, Change]) -> tuple[RefView, ...]:
    """Each reference with its change, fixes first."""
    order = ("fix", "hardening", "report", "docs")
    views = [RefView.from_ref(ref, changes.get(ref.id)) for ref in refs]
    return tuple(sorted(views, key=lambda view: order.index(view.role) if view.role in order else len(order)))
