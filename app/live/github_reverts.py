"""Whether a merged change was taken out again, from the timeline of its pull request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from app.live.fields import Json, as_list, inner, long_text, number, text, when
from app.live.model import ChangeStatus, Reference
from app.live.release_list import Get
from app.phrase import Phrase

PAGE = 100
MOST_PAGES = 3


@dataclass(frozen=True, slots=True)
class Revert:
    """A merged pull request that takes a change out."""

    at: datetime
    note: Phrase


async def find_revert(get: Get, name: str, ref: Reference, status: ChangeStatus) -> Revert | None:
    """The revert of `ref` that is in force, None where there is none. Raises ForgeError."""
    if ref.number is None or status.type != "pull":
        return None
    events: list[Json] = []
    for page in range(1, MOST_PAGES + 1):
        reply = await get(f"/repos/{name}/issues/{ref.number}/timeline?per_page={PAGE}&page={page}")
        if reply.status != 200:
            break
        batch = as_list(reply.json())
        events += [event for event in batch if isinstance(event, dict)]
        if len(batch) < PAGE:
            break
    return read_revert(events, name, ref.number, status.title or "")


def read_revert(events: list[Json], name: str, pull: int, title: str) -> Revert | None:
    """The last merged revert among the pull requests that mention this one, unless a later one re-lands it.

    A revert is titled `Revert "<title>"` or says `Reverts owner/repo#N` / `Reverts #N` in its body, as
    GitHub's own button writes; a re-landing is titled `Revert "Revert ...` or `Reland ...`.
    """
    last: Revert | None = None
    for event in events:
        source = inner(inner(event, "source"), "issue")
        merged = when(inner(source, "pull_request"), "merged_at")
        if event.get("event") != "cross-referenced" or merged is None or not _same(source, name):
            continue
        heading = text(source, "title") or ""
        if heading.startswith('Revert "Revert') or heading.lower().startswith(("reland", "re-land")):
            last = None
        elif _reverts(heading, long_text(source, "body"), name, pull, title):
            by = f"{name}#{number(source, 'number')}"
            last = Revert(merged, Phrase("live.reverted_by", {"id": by, "date": merged.date().isoformat()}))
    return last


def _reverts(heading: str, body: str, name: str, pull: int, title: str) -> bool:
    if heading == f'Revert "{title}"':
        return True
    words = body.split()
    said = {f"{name}#{pull}", f"#{pull}"}
    follows = any(a.lower() == "reverts" and b.rstrip(".,") in said for a, b in pairwise(words))
    return heading.startswith("Revert") and follows


def _same(source: Json, name: str) -> bool:
    """Whether the mentioning request is of the same repository; GitHub names it in one of two places."""
    full = text(inner(source, "repository"), "full_name")
    url = text(source, "html_url") or ""
    return full == name if full else f"/{name}/" in url
