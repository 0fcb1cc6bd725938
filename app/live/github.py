"""GitHub over REST: the state of a change."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from app.live.asker import Asker
from app.live.config import GitHubConfig
from app.live.credential import Credential
from app.live.faults import BadAnswerError
from app.live.fields import Json, as_list, as_object, text
from app.live.forges import Answer, Shelf
from app.live.github_read import (
    landed,
    landing_commit,
    read_commit,
    read_issue,
    read_refusal,
    wears_landed_label,
    with_merge,
)
from app.live.github_releases import GitHubReleases
from app.live.http import Reply
from app.live.model import ChangeState, ChangeStatus, Reference, ReleaseAnswer
from app.phrase import Phrase
from app.state.model import LiveRow

log = logging.getLogger("faultbook.live")

API_VERSION = "2022-11-28"
"""The last version whose pull requests carry `merge_commit_sha`; 2026-03-10 dropped it."""


class GitHub:
    """GitHub, or an Enterprise Server, through its REST interface."""

    def __init__(self, config: GitHubConfig, asker: Asker) -> None:
        self._config = config
        self._asker = asker
        self._credential = Credential(asker, config.token)
        self._releases = GitHubReleases(self.get)

    @property
    def host(self) -> str:
        """The name of its row in `hosts`."""
        return self._asker.host

    @property
    def credential(self) -> Credential:
        """The token, while GitHub takes it."""
        return self._credential

    async def status(self, ref: Reference, row: LiveRow | None) -> Answer:
        """The state of an issue, pull request or commit. Raises ForgeError."""
        if ref.commit:
            reply = await self._ask(f"/repos/{ref.name}/commits/{ref.commit}")
            refused = _refused(reply)
            return Answer(refused or read_commit(as_object(reply.json()), ref))
        path = f"/repos/{ref.name}/issues/{ref.number}"
        known = row.etag if row and row.value is not None and row.etag_for == self.etag_for else None
        reply = await self._ask(path, {"If-None-Match": known} if known else {})
        if reply.status == 304:
            return Answer(None, known, self.etag_for)
        refused = _refused(reply)
        if refused:
            return Answer(refused)
        payload = as_object(reply.json())
        status = await self._complete(payload, read_issue(payload, ref), ref)
        return Answer(status, reply.headers.get("etag"), self.etag_for)

    async def first_release(
        self, ref: Reference, status: ChangeStatus, before: ReleaseAnswer, shelf: Shelf
    ) -> ReleaseAnswer:
        """Which releases hold the merged change. Raises ForgeError."""
        return await self._releases.first_release(ref, status, before, shelf)

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """GET below the REST base for a fact about a change that is there. Raises ForgeError."""
        reply = await self._ask(path, headers)
        if reply.status in {403, 422}:
            raise BadAnswerError(Phrase("live.refused", {"status": reply.status}))
        return reply

    async def _ask(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """GET below the REST base, with the token while it is good. Raises ForgeError."""
        pinned = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": API_VERSION}
        reply = await self._credential.get(self._config.rest_base + path, {**pinned, **(headers or {})})
        if "sunset" in reply.headers:
            log.warning("GitHub will retire API version %s on %s", API_VERSION, reply.headers["sunset"])
        if reply.status == 410 and "version" in _message(reply).lower():
            raise BadAnswerError(Phrase("live.version_retired", {"version": API_VERSION}))
        if reply.status in {400, 401}:
            raise BadAnswerError(Phrase("live.refused", {"status": reply.status}))
        return reply

    @property
    def etag_for(self) -> str:
        """For whom an etag is good."""
        return self._credential.fingerprint

    async def _complete(self, payload: Json, status: ChangeStatus, ref: Reference) -> ChangeStatus:
        """Ask for what the issue's answer lacks: the merge commit, or what a bot landed."""
        name = status.name or ref.name
        if status.type == "pull" and status.state is ChangeState.MERGED:
            reply = await self.get(f"/repos/{name}/pulls/{ref.number}")
            return with_merge(status, as_object(reply.json())) if reply.status == 200 else status
        if status.type == "pull" and status.state is ChangeState.CLOSED and name in self._config.landing:
            reply = await self.get(f"/repos/{name}/issues/{ref.number}/events?per_page=100")
            events = as_list(reply.json()) if reply.status == 200 else []
            commit = landing_commit([e for e in events if isinstance(e, dict)], wears_landed_label(payload))
            return landed(status, commit) if commit else status
        return status


def _refused(reply: Reply) -> ChangeStatus | None:
    """The state that a refusal means. Raises BadAnswerError for any other status but 200."""
    if reply.status == 200:
        return None
    refused = read_refusal(reply.status, _message(reply))
    if refused is None:
        raise BadAnswerError(Phrase("live.unexpected", {"status": reply.status}))
    return refused


def _message(reply: Reply) -> str:
    """GitHub's own words in a refusal, for telling refusals apart; never shown."""
    try:
        body = reply.json()
    except BadAnswerError:
        return ""
    return (text(body, "message") or "") if isinstance(body, dict) else ""
