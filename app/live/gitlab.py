"""GitLab: merge requests and commits; it can itself say which tags hold a commit."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from app.live.asker import Asker
from app.live.credential import Credential
from app.live.faults import BadAnswerError
from app.live.fields import Json, as_list, as_object, flag, inner, need_text, read_time, text, when
from app.live.forges import Answer, Shelf
from app.live.http import Reply
from app.live.model import (
    ChangeState,
    ChangeStatus,
    Containment,
    FirstRelease,
    Reference,
    ReleaseAnswer,
)
from app.live.tags import TagKind, read_tag
from app.phrase import Phrase
from app.state.model import LiveRow

MOST_TAGS = 100

STATES = {
    "opened": ChangeState.OPEN,
    "locked": ChangeState.OPEN,
    "closed": ChangeState.CLOSED,
    "merged": ChangeState.MERGED,
}
REFUSALS = {
    401: (ChangeState.NOT_FOUND, "live.not_found_or_private"),
    403: (ChangeState.UNKNOWN, "live.private"),
    404: (ChangeState.NOT_FOUND, "live.not_found_or_private"),
    451: (ChangeState.UNKNOWN, "live.legal"),
}
"""Status of a refusal -> the state and its words."""


class GitLab:
    """One GitLab."""

    def __init__(self, base: str, token: str | None, asker: Asker) -> None:
        self._api = base.rstrip("/") + "/api/v4"
        self._asker = asker
        self._credential = Credential(asker, token, "PRIVATE-TOKEN", "{}")

    @property
    def host(self) -> str:
        """The name of its row in `hosts`."""
        return self._asker.host

    async def status(self, ref: Reference, row: LiveRow | None) -> Answer:
        """The state of a merge request or commit. Raises ForgeError."""
        what = f"repository/commits/{ref.commit}" if ref.commit else f"merge_requests/{ref.number}"
        known = row.etag if row and row.value is not None else None
        reply = await self._get(ref, what, {"If-None-Match": known} if known else {})
        if reply.status == 304:
            return Answer(None, known)
        if reply.status in REFUSALS:
            state, phrase = REFUSALS[reply.status]
            return Answer(ChangeStatus("unknown", state, reason=Phrase(phrase)))
        if reply.status != 200:
            raise BadAnswerError(Phrase("live.unexpected", {"status": reply.status}))
        payload = as_object(reply.json())
        status = _read_commit(payload, ref) if ref.commit else _read_request(payload, ref)
        return Answer(status, reply.headers.get("etag"))

    async def first_release(
        self, ref: Reference, status: ChangeStatus, before: ReleaseAnswer, shelf: Shelf
    ) -> ReleaseAnswer:
        """The earliest tags that hold the commit, one a line. Raises ForgeError."""
        del before, shelf  # one question answers it all
        if status.merge_commit is None:
            return ReleaseAnswer(Containment.UNKNOWN, reason=Phrase("live.no_merge_commit"))
        what = f"repository/commits/{status.merge_commit}/refs?type=tag&per_page={MOST_TAGS}"
        reply = await self._get(ref, what, {})
        if reply.status != 200:
            return ReleaseAnswer(Containment.UNKNOWN, reason=Phrase("live.no_merge_commit"))
        names = [text(item, "name") or "" for item in as_list(reply.json()) if isinstance(item, dict)]
        return first_by_tags(names)

    async def _get(self, ref: Reference, what: str, headers: Mapping[str, str]) -> Reply:
        url = f"{self._api}/projects/{quote(ref.name, safe='')}/{what}"
        return await self._credential.get(url, {"Accept": "application/json", **headers})


def first_by_tags(names: list[str]) -> ReleaseAnswer:
    """First releases from the tags that hold a commit: the lowest version is the first.

    Later lines hold it by ancestry and are not listed, except one line of candidates before it.
    """
    tags = sorted((read_tag(name) for name in names), key=lambda tag: tag.order)
    finals = [tag for tag in tags if tag.kind is TagKind.FINAL]
    early = [tag for tag in tags if tag.kind is TagKind.RC and (not finals or tag.order < finals[0].order)]
    first = [FirstRelease(tag.line, tag.version, "ancestor") for tag in (*finals[:1], *early[:1])]
    if len(names) >= MOST_TAGS:
        return ReleaseAnswer(Containment.UNKNOWN, (), Phrase("live.release_list_too_long"))
    if not finals:
        return ReleaseAnswer(Containment.UNRELEASED, tuple(first), Phrase("live.no_release_since"))
    return ReleaseAnswer(Containment.RELEASED, tuple(first), None, finals[-1].version)


def _read_request(payload: Json, ref: Reference) -> ChangeStatus:
    state = STATES.get(need_text(payload, "state"), ChangeState.UNKNOWN)
    if state is ChangeState.OPEN and (flag(payload, "draft") or flag(payload, "work_in_progress")):
        state = ChangeState.DRAFT
    merged = state is ChangeState.MERGED
    commit = next(
        (sha for key in ("merge_commit_sha", "squash_commit_sha", "sha") if (sha := text(payload, key))), None
    )
    milestone = text(inner(payload, "milestone"), "title")
    return ChangeStatus(
        type="pull",
        state=state,
        title=text(payload, "title"),
        url=text(payload, "web_url"),
        name=ref.name,
        merged_at=when(payload, "merged_at") if merged else None,
        closed_at=when(payload, "closed_at"),
        merge_commit=commit if merged else None,
        base=text(payload, "target_branch"),
        notes=(Phrase("live.planned", {"milestone": milestone}),) if milestone and not merged else (),
    )


def _read_commit(payload: Json, ref: Reference) -> ChangeStatus:
    return ChangeStatus(
        type="commit",
        state=ChangeState.MERGED,
        title=text(payload, "title"),
        url=text(payload, "web_url"),
        name=ref.name,
        merged_at=read_time(payload.get("committed_date")),
        merge_commit=need_text(payload, "id"),
    )
