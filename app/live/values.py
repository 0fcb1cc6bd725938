"""A change's answer as the JSON that the state keeps, and back."""

from __future__ import annotations

from collections.abc import Mapping

from app.live.fields import flag, inner, items, read_time, text
from app.live.model import ChangeState, ChangeStatus, Containment, FirstRelease, ReleaseAnswer
from app.phrase import Phrase
from app.state.encode import phrase_of

Json = Mapping[str, object]


def dump_change(status: ChangeStatus, release: ReleaseAnswer) -> dict[str, object]:
    """One JSON object for both answers."""
    return {
        "type": status.type,
        "state": status.state.value,
        "title": status.title,
        "url": status.url,
        "name": status.name,
        "merged_at": status.merged_at.isoformat() if status.merged_at else None,
        "closed_at": status.closed_at.isoformat() if status.closed_at else None,
        "merge_commit": status.merge_commit,
        "base": status.base,
        "reason": _phrase(status.reason),
        "notes": [_phrase(note) for note in status.notes],
        "containment": release.containment.value,
        "first_releases": [{"line": f.line, "version": f.version, "how": f.how} for f in release.first],
        "release_reason": _phrase(release.reason),
        "release_notes": [_phrase(note) for note in release.notes],
        "newest": release.newest,
        "contains": dict(release.contains),
        "reverted": release.reverted,
    }


def load_status(value: Json) -> ChangeStatus:
    """The forge's answer in a stored object; a damaged field is unknown."""
    return ChangeStatus(
        type=text(value, "type") or "unknown",
        state=_state(value.get("state")),
        title=text(value, "title"),
        url=text(value, "url"),
        name=text(value, "name"),
        merged_at=read_time(value.get("merged_at")),
        closed_at=read_time(value.get("closed_at")),
        merge_commit=text(value, "merge_commit"),
        base=text(value, "base"),
        reason=phrase_of(value.get("reason")),
        notes=_phrases(value.get("notes")),
    )


def load_release(value: Json) -> ReleaseAnswer:
    """The releases in a stored object."""
    return ReleaseAnswer(
        containment=_containment(value.get("containment")),
        first=tuple(
            FirstRelease(text(item, "line") or "", text(item, "version") or "", text(item, "how") or "")
            for item in items(value, "first_releases")
        ),
        reason=phrase_of(value.get("release_reason")),
        newest=text(value, "newest"),
        contains={
            tag: answer
            for tag, answer in inner(value, "contains").items()
            if answer is None or isinstance(answer, bool)
        },
        reverted=flag(value, "reverted"),
        notes=_phrases(value.get("release_notes")),
    )


def _state(value: object) -> ChangeState:
    return next((state for state in ChangeState if state.value == value), ChangeState.UNKNOWN)


def _containment(value: object) -> Containment:
    return next((word for word in Containment if word.value == value), Containment.UNKNOWN)


def _phrase(phrase: Phrase | None) -> dict[str, object] | None:
    return {"id": phrase.id, "values": dict(phrase.values)} if phrase else None


def _phrases(value: object) -> tuple[Phrase, ...]:
    found = (phrase_of(item) for item in value) if isinstance(value, list) else ()
    return tuple(phrase for phrase in found if phrase is not None)
