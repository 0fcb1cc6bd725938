"""Hugging Face: discussions and pull requests of models, datasets and spaces. There are no releases."""

from __future__ import annotations

from urllib.parse import urlsplit

from app.live.asker import Asker
from app.live.credential import Credential
from app.live.faults import BadAnswerError
from app.live.fields import Json, as_object, flag, inner, items, need_text, text, when
from app.live.forges import Answer, Shelf
from app.live.model import ChangeState, ChangeStatus, Containment, Reference, ReleaseAnswer
from app.phrase import Phrase
from app.state.model import LiveRow

STATES = {
    "open": ChangeState.OPEN,
    "draft": ChangeState.DRAFT,
    "closed": ChangeState.CLOSED,
    "merged": ChangeState.MERGED,
}
REFUSALS = {
    401: (ChangeState.NOT_FOUND, "live.not_found_or_private"),
    403: (ChangeState.UNKNOWN, "live.private"),
    404: (ChangeState.NOT_FOUND, "live.not_found_or_private"),
    410: (ChangeState.NOT_FOUND, "live.deleted"),
    451: (ChangeState.UNKNOWN, "live.legal"),
}
"""Status of a refusal -> the state and its words. Without a token the hub says 401 of what is not there."""

KINDS = ("datasets", "spaces")
"""First part of an address; models have none."""


class HuggingFace:
    """The hub."""

    def __init__(self, base: str, token: str | None, asker: Asker) -> None:
        self._base = base.rstrip("/")
        self._asker = asker
        self._credential = Credential(asker, token)

    @property
    def host(self) -> str:
        """The name of its row in `hosts`."""
        return self._asker.host

    async def status(self, ref: Reference, row: LiveRow | None) -> Answer:
        """The state of a discussion. Raises ForgeError."""
        del row  # the hub gives no etag
        kind = urlsplit(ref.url).path.strip("/").split("/")[0]
        place = f"{kind if kind in KINDS else 'models'}/{ref.name}"
        url = f"{self._base}/api/{place}/discussions/{ref.number}"
        reply = await self._credential.get(url, {"Accept": "application/json"})
        if reply.status in REFUSALS:
            state, phrase = REFUSALS[reply.status]
            return Answer(ChangeStatus("unknown", state, reason=Phrase(phrase)))
        if reply.status != 200:
            raise BadAnswerError(Phrase("live.unexpected", {"status": reply.status}))
        return Answer(read_discussion(as_object(reply.json()), ref))

    async def first_release(
        self, ref: Reference, status: ChangeStatus, before: ReleaseAnswer, shelf: Shelf
    ) -> ReleaseAnswer:
        """A model's repository has no releases: who downloads it after the merge has the change."""
        del ref, status, before, shelf
        return ReleaseAnswer(Containment.UNKNOWN, reason=Phrase("live.no_releases_here"))


def read_discussion(payload: Json, ref: Reference) -> ChangeStatus:
    """The state of a discussion. Raises BadAnswerError."""
    state = STATES.get(need_text(payload, "status"), ChangeState.UNKNOWN)
    pull = flag(payload, "isPullRequest") or bool(inner(payload, "changes"))
    changes = [event for event in items(payload, "events") if event.get("type") == "status-change"]
    moment = when(changes[-1], "createdAt") if changes else None
    merged = state is ChangeState.MERGED
    return ChangeStatus(
        type="pull" if pull else "discussion",
        state=state,
        title=text(payload, "title"),
        url=ref.url,
        name=ref.name,
        merged_at=moment if merged else None,
        closed_at=None if merged else moment,
        merge_commit=text(inner(payload, "changes"), "mergeCommitId") if merged else None,
    )
