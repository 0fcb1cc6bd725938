"""GitHub's REST answers made one state: pure functions over JSON."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from app.live.fields import Json, flag, inner, items, need_text, number, text, when
from app.live.model import ChangeState, ChangeStatus, Reference
from app.phrase import Phrase

REFUSALS = {
    403: (ChangeState.UNKNOWN, "live.private"),
    404: (ChangeState.NOT_FOUND, "live.not_found_or_private"),
    410: (ChangeState.NOT_FOUND, "live.deleted"),
    422: (ChangeState.NOT_FOUND, "live.no_such_commit"),
    451: (ChangeState.UNKNOWN, "live.legal"),
}
"""Status of a refusal -> the state and its words. 403 that is no limit bars a repository or a whole address."""

LANDED_LABEL = "merged"
"""The label that pytorch's bot puts on what it landed; written both ways, compared in lower case."""


def read_issue(payload: Json, ref: Reference) -> ChangeStatus:
    """The state of an issue or pull request from `GET /repos/{o}/{r}/issues/{n}`. Raises BadAnswerError.

    Of a merged request the merge commit is not in this answer: see `with_merge`.
    """
    pull = payload.get("pull_request")
    kind = "pull" if isinstance(pull, dict) else "issue"
    merged_at = when(pull, "merged_at") if isinstance(pull, dict) else None
    open_ = need_text(payload, "state") == "open"
    url = text(payload, "html_url")
    name = _name_in(url) or ref.name
    return ChangeStatus(
        type=kind,
        state=_state(open_, merged_at, flag(payload, "draft")),
        title=text(payload, "title"),
        url=url,
        name=name,
        merged_at=merged_at,
        closed_at=when(payload, "closed_at"),
        notes=_notes(payload, ref, name, kind, open_),
    )


def with_merge(status: ChangeStatus, payload: Json) -> ChangeStatus:
    """`status` with merge commit and base branch from `GET /repos/{o}/{r}/pulls/{n}`.

    Before the merge the commit in that answer is GitHub's throw-away test merge: it is taken only if merged.
    """
    if not flag(payload, "merged"):
        return status
    return replace(
        status, merge_commit=text(payload, "merge_commit_sha"), base=text(inner(payload, "base"), "ref")
    )


def wears_landed_label(payload: Json) -> bool:
    """Whether the issue's labels say that a bot landed the change."""
    return any((text(label, "name") or "").lower() == LANDED_LABEL for label in items(payload, "labels"))


def landing_commit(events: list[Json], label: bool) -> str | None:
    """The commit that landed a closed request, from its issue events; None where nothing says it landed.

    A `closed` event with a commit says so alone; a `referenced` commit only together with the label.
    """
    closed = [text(event, "commit_id") for event in events if event.get("event") == "closed"]
    if closed and closed[-1]:
        return closed[-1]
    named = [text(event, "commit_id") for event in events if event.get("event") == "referenced"]
    return next((sha for sha in reversed(named) if sha), None) if label else None


def landed(status: ChangeStatus, commit: str) -> ChangeStatus:
    """`status` as landed by a bot in `commit`, at the time it was closed."""
    return replace(
        status,
        state=ChangeState.LANDED,
        merged_at=status.closed_at,
        merge_commit=commit,
        notes=(*status.notes, Phrase("live.landed_as", {"commit": commit[:12]})),
    )


def read_commit(payload: Json, ref: Reference) -> ChangeStatus:
    """A commit from `GET /repos/{o}/{r}/commits/{sha}`: merged by being there. Raises BadAnswerError."""
    commit = inner(payload, "commit")
    url = text(payload, "html_url")
    return ChangeStatus(
        type="commit",
        state=ChangeState.MERGED,
        title=(text(commit, "message") or "").split("\n", 1)[0] or None,
        url=url,
        name=_name_in(url) or ref.name,
        merged_at=when(inner(commit, "committer"), "date"),
        merge_commit=need_text(payload, "sha"),
    )


def read_refusal(status: int, message: str) -> ChangeStatus | None:
    """The state that a refusal means (REFUSALS), None for any other status."""
    if status not in REFUSALS or (status == 410 and "version" in message.lower()):
        return None
    state, phrase = REFUSALS[status]
    return ChangeStatus(type="unknown", state=state, reason=Phrase(phrase))


def _state(open_: bool, merged_at: datetime | None, draft: bool) -> ChangeState:
    if merged_at is not None:
        return ChangeState.MERGED
    if not open_:
        return ChangeState.CLOSED
    return ChangeState.DRAFT if draft else ChangeState.OPEN


def _notes(payload: Json, ref: Reference, name: str, kind: str, open_: bool) -> tuple[Phrase, ...]:
    notes = []
    moved = moved_note(ref, name, number(payload, "number"))
    if moved:
        notes.append(moved)
    milestone = text(inner(payload, "milestone"), "title")
    if open_ and milestone:
        notes.append(Phrase("live.planned", {"milestone": milestone}))
    reason = text(payload, "state_reason")
    if kind == "issue" and not open_ and reason in {"completed", "not_planned", "duplicate"}:
        notes.append(Phrase(f"live.issue_{reason}"))
    return tuple(notes)


def moved_note(ref: Reference, name: str, at: int | None) -> Phrase | None:
    """Where a reference lives now (repository and number), None where it is still at its place."""
    if at is not None and at != ref.number:
        return Phrase("live.issue_moved", {"id": f"{name}#{at}"})
    if name.lower() == ref.name.lower():
        return None
    same_owner = name.partition("/")[0].lower() == ref.owner.lower()
    return Phrase("live.renamed" if same_owner else "live.transferred", {"name": name})


def _name_in(url: str | None) -> str | None:
    """`owner/repo` of a page's address."""
    parts = urlsplit(url or "").path.strip("/").split("/")
    for index, part in enumerate(parts):
        if part in {"pull", "issues", "commit"} and index >= 2:
            return "/".join(parts[index - 2 : index])
    return None
