"""What is shown of a reference, from the forge's stored answer and the article's own facts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from app.live.config import LiveConfig
from app.live.fields import read_time
from app.live.model import (
    Change,
    ChangeState,
    ChangeStatus,
    Containment,
    FirstRelease,
    KnownFacts,
    Reference,
    ReleaseAnswer,
)
from app.live.references import parse_reference
from app.live.tags import read_tag
from app.live.values import load_release, load_status
from app.phrase import Phrase
from app.state.model import LiveRow

MUTE = frozenset({ChangeState.NOT_FOUND, ChangeState.UNKNOWN})
"""States in which the forge tells nothing of the change itself."""


def make_change(ref: Reference, row: LiveRow | None, known: KnownFacts | None, config: LiveConfig) -> Change:
    """The forge's answer; where it tells nothing, what the article knows, with the forge's words beside it."""
    change = _from_known(ref, known, row)
    if row is not None and row.value is not None:
        told = _from_row(ref, row, row.value, known, config)
        mute = told.state in MUTE and change.state not in MUTE
        change = replace(change, reason=None, error=row.error or told.reason) if mute else told
    if config.enabled:
        return change
    off = Phrase("live.off_since" if change.source == "live" else "live.off")
    return replace(change, next_try=None, error=None, reason=off)


def link_change(ref_id: str, known: KnownFacts | None) -> Change:
    """A reference to a place that is no forge we ask: a plain link."""
    first = _known_first(known)
    return Change(
        id=ref_id,
        type="link",
        state=_known_state(known),
        title=None,
        url=ref_id if ref_id.startswith(("https://", "http://")) else "",
        merged_at=None,
        merge_commit=None,
        first_releases=first,
        containment=Containment.RELEASED if first else Containment.UNKNOWN,
        reason=Phrase("live.plain_link"),
        source="known",
        fetched_at=read_time(known.as_of) if known else None,
        next_try=None,
    )


def _from_row(
    ref: Reference,
    row: LiveRow,
    value: Mapping[str, object],
    known: KnownFacts | None,
    config: LiveConfig,
) -> Change:
    status = load_status(value)
    release = _with_known(load_release(value), known)
    url = status.url if status.url and parse_reference(status.url, config) else ref.url
    return Change(
        id=ref.id,
        type=status.type,
        state=ChangeState.REVERTED if release.reverted else status.state,
        title=status.title,
        url=url,
        merged_at=status.merged_at,
        merge_commit=status.merge_commit,
        first_releases=release.first,
        containment=release.containment,
        reason=status.reason or release.reason,
        source="live",
        fetched_at=row.fetched_at,
        next_try=_next_look(row),
        error=row.error,
        notes=(*_closed(status), *status.notes, *release.notes),
    )


def _next_look(row: LiveRow) -> datetime | None:
    """When it is asked again, being looked at now; after a failure it waits whoever looks."""
    if row.error is not None or row.next_viewed is None or row.next_try is None:
        return row.next_try
    return min(row.next_try, row.next_viewed)


def _closed(status: ChangeStatus) -> tuple[Phrase, ...]:
    rejected = status.type == "pull" and status.state is ChangeState.CLOSED
    return (Phrase("live.closed_unmerged"),) if rejected else ()


def _with_known(release: ReleaseAnswer, known: KnownFacts | None) -> ReleaseAnswer:
    """What the forge cannot tell the article may know; what the forge denies the article does not claim."""
    mine = _known_first(known)
    if release.containment is not Containment.UNKNOWN or not mine:
        return release
    others = tuple(first for first in release.first if first.certain and first.line != mine[0].line)
    return replace(release, containment=Containment.RELEASED, first=(*mine, *others), reason=None)


def _from_known(ref: Reference, known: KnownFacts | None, row: LiveRow | None) -> Change:
    """The article's own facts, dated; without them the honest unknown."""
    state, first = _known_state(known), _known_first(known)
    merged = state in {ChangeState.MERGED, ChangeState.LANDED}
    return Change(
        id=ref.id,
        type="commit" if ref.commit else "unknown",
        state=state,
        title=None,
        url=ref.url,
        merged_at=read_time(known.date) if known and merged else None,
        merge_commit=ref.commit,
        first_releases=first,
        containment=Containment.RELEASED if first else Containment.UNKNOWN,
        reason=None if row and row.error else Phrase("live.not_asked_yet"),
        source="known",
        fetched_at=read_time(known.as_of) if known else None,
        next_try=row.next_try if row else None,
        error=row.error if row else None,
    )


def _known_state(known: KnownFacts | None) -> ChangeState:
    word = known.state if known else ""
    return next((state for state in ChangeState if state.value == word), ChangeState.UNKNOWN)


def _known_first(known: KnownFacts | None) -> tuple[FirstRelease, ...]:
    if known is None or not known.release:
        return ()
    return (FirstRelease(read_tag(known.release).line, known.release, "known"),)
