"""A repository's releases, fetched page by page and shared by all its changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from app.live.faults import BadAnswerError
from app.live.fields import Json, as_list, flag, items, long_text, read_time, text, when
from app.live.forges import Shelf
from app.live.http import Reply
from app.live.release_facts import Release, named_in
from app.phrase import Phrase
from app.state.model import LiveRow

PAGE = 100
MOST_PAGES = 5
FRESH = timedelta(hours=1)
"""A list younger than this is not asked for again."""


class Get(Protocol):
    """GET below the forge's base."""

    async def __call__(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """The reply. Raises ForgeError."""
        ...


def list_key(name: str) -> str:
    """The key under which the releases of `owner/repo` are kept."""
    return f"releases:{name}"


class ReleaseList:
    """Fetches release lists."""

    def __init__(self, get: Get) -> None:
        self._get = get

    async def since(self, name: str, since: datetime, shelf: Shelf) -> tuple[Sequence[Release], bool]:
        """The releases of `owner/repo`, and whether the list reaches back to `since`. Raises ForgeError."""
        row = shelf.row(list_key(name))
        if row is not None and row.value is not None and _fresh(row, shelf.now()):
            releases, complete = load_list(row.value)
            if _reaches(releases, complete, since):
                return releases, True
        releases, complete = await self._fetch(name, since, row, shelf)
        return releases, _reaches(releases, complete, since)

    async def _fetch(
        self, name: str, since: datetime, row: LiveRow | None, shelf: Shelf
    ) -> tuple[list[Release], bool]:
        releases: list[Release] = []
        etag = None
        for page in range(1, MOST_PAGES + 1):
            conditional = {"If-None-Match": row.etag} if page == 1 and row and row.etag else {}
            reply = await self._get(f"/repos/{name}/releases?per_page={PAGE}&page={page}", conditional)
            if reply.status == 304 and row is not None and row.value is not None:
                kept, complete = load_list(row.value)
                if _reaches(kept, complete, since):
                    self._keep(name, kept, complete, row.etag, shelf)
                    return kept, complete
                reply = await self._get(f"/repos/{name}/releases?per_page={PAGE}&page={page}")
            if reply.status != 200:
                raise BadAnswerError(Phrase("live.unexpected", {"status": reply.status}))
            etag = reply.headers.get("etag") if page == 1 else etag
            batch = as_list(reply.json())
            releases += [found for item in batch if isinstance(item, dict) and (found := read_release(item))]
            complete = len(batch) < PAGE
            if _reaches(releases, complete, since):
                break
        self._keep(name, releases, complete, etag, shelf)
        return releases, complete

    @staticmethod
    def _keep(name: str, releases: list[Release], complete: bool, etag: str | None, shelf: Shelf) -> None:
        now = shelf.now()
        value = dump_list(releases, complete)
        shelf.keep(LiveRow(list_key(name), value, etag, fetched_at=now, next_try=now + FRESH))


def read_release(item: Json) -> Release | None:
    """A published release of GitHub's list; None for a draft or one without tag or date."""
    tag, published = text(item, "tag_name"), when(item, "published_at")
    if flag(item, "draft") or tag is None or published is None:
        return None
    return Release(tag, published, flag(item, "prerelease"), named_in(long_text(item, "body")))


def dump_list(releases: Sequence[Release], complete: bool) -> Json:
    """A release list as JSON."""
    return {
        "complete": complete,
        "releases": [
            {
                "tag": release.tag,
                "published_at": release.published_at.isoformat(),
                "prerelease": release.prerelease,
                "named": sorted(release.named),
            }
            for release in releases
        ],
    }


def load_list(value: Json) -> tuple[list[Release], bool]:
    """The release list in a stored object."""
    releases = []
    for item in items(value, "releases"):
        tag, published, named = text(item, "tag"), read_time(item.get("published_at")), item.get("named")
        if tag and published:
            numbers = frozenset(n for n in named if isinstance(n, int)) if isinstance(named, list) else ()
            releases.append(Release(tag, published, flag(item, "prerelease"), frozenset(numbers)))
    return releases, flag(value, "complete")


def _fresh(row: LiveRow, now: datetime) -> bool:
    return row.fetched_at is not None and timedelta(0) <= now - row.fetched_at < FRESH


def _reaches(releases: Sequence[Release], complete: bool, since: datetime) -> bool:
    return complete or any(release.published_at < since for release in releases)
