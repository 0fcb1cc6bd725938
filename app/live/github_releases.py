"""GitHub's releases and comparisons: fetches the facts that `releases.decide` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote

from app.live.fields import Json, as_list, as_object, inner, items, long_text, number, text
from app.live.forges import Shelf
from app.live.github_reverts import find_revert
from app.live.model import ChangeStatus, Containment, Reference, ReleaseAnswer
from app.live.release_facts import Ask, Facts, Picks, Release, read_commits
from app.live.release_list import Get, ReleaseList
from app.live.releases import SLACK, decide, newest_tag
from app.phrase import Phrase
from app.state.model import LiveRow

PAGE = 100
MOST_PAGES = 5
DEFAULT_BRANCHES = frozenset({"main", "master"})
"""Of a change merged elsewhere, or of a commit, it is asked whether the default branch has it."""
"""Pages of commits of one comparison; a release branch has tens of commits of its own."""


class GitHubReleases:
    """Finds first releases in GitHub repositories."""

    def __init__(self, get: Get) -> None:
        self._get = get
        self._list = ReleaseList(get)

    async def first_release(
        self, ref: Reference, status: ChangeStatus, before: ReleaseAnswer, shelf: Shelf
    ) -> ReleaseAnswer:
        """Walk the releases since the merge. Raises ForgeError; what was learned until then is lost only
        where it concerns this change alone, the repository's share is on the shelf."""
        name = status.name or ref.name
        if status.merge_commit is None or status.merged_at is None:
            return ReleaseAnswer(Containment.UNKNOWN, reason=Phrase("live.no_merge_commit"))
        revert = await find_revert(self._get, name, ref, status)
        side = (
            status.base not in DEFAULT_BRANCHES
            and await self._contains(name, "HEAD", status.merge_commit) is False
        )
        releases, complete = await self._list.since(name, status.merged_at - SLACK, shelf)
        facts = Facts(
            number=ref.number,
            commit=status.merge_commit,
            merged_at=status.merged_at,
            releases=releases,
            complete=complete,
            contains=before.contains,
            reverted_at=revert.at if revert else None,
            repo=name.partition("/")[2],
            side=side,
        )
        while isinstance(step := decide(facts), Ask):
            facts = await self._learn(name, status, facts, step, shelf)
        if not step.first and not revert:
            step = await self._weigh_tags(name, step, releases, status.merge_commit)
        if revert:
            return replace(step, reverted=True, notes=(revert.note, *step.notes))
        return step

    async def _weigh_tags(
        self, name: str, answer: ReleaseAnswer, releases: Sequence[Release], commit: str
    ) -> ReleaseAnswer:
        """`answer`, unless a tag newer than every release has the change: packages are built of tags too."""
        reply = await self._get(f"/repos/{name}/tags?per_page={PAGE}")
        names = items({"tags": as_list(reply.json())}, "tags") if reply.status == 200 else []
        newest = newest_tag([text(item, "name") or "" for item in names], releases)
        if newest is None or await self._contains(name, newest, commit) is False:
            return answer
        return replace(
            answer,
            containment=Containment.UNKNOWN,
            reason=Phrase("live.tag_without_release", {"tag": newest}),
        )

    async def _learn(self, name: str, status: ChangeStatus, facts: Facts, ask: Ask, shelf: Shelf) -> Facts:
        if ask.what == "contains":
            answer = await self._contains(name, ask.tag, facts.commit)
            return replace(facts, contains={**facts.contains, ask.tag: answer})
        picks = await self._picks(name, status.base or "HEAD", ask.tag, shelf)
        return replace(facts, picks={**facts.picks, ask.tag: picks})

    async def _contains(self, name: str, tag: str, commit: str) -> bool | None:
        """Whether `tag` has `commit` as an ancestor; None where GitHub knows no common history.

        Asked from the tag to the commit, which is empty when contained; the second page has no file patches.
        """
        reply = await self._get(f"/repos/{name}/compare/{_spec(tag, commit)}?per_page=1&page=2")
        if reply.status != 200:
            return None
        ahead = number(as_object(reply.json()), "ahead_by")
        return None if ahead is None else ahead == 0

    async def _picks(self, name: str, base: str, tag: str, shelf: Shelf) -> Picks | None:
        """What the commits of `tag` that are not on `base` pick; None where they cannot be listed.

        Kept for good: a tag does not move, and `base` only grows by commits that the tag does not have.
        """
        key = f"picks:{name}:{base}...{tag}"
        kept = shelf.row(key)
        if kept is not None and kept.value is not None:
            return _load_picks(kept.value)
        messages = await self._messages(name, base, tag)
        if messages is None:
            return None
        picks = read_commits(messages)
        shelf.keep(LiveRow(key, value=_dump_picks(picks), fetched_at=shelf.now()))
        return picks

    async def _messages(self, name: str, base: str, tag: str) -> list[str] | None:
        messages: list[str] = []
        for page in range(1, MOST_PAGES + 1):
            reply = await self._get(f"/repos/{name}/compare/{_spec(base, tag)}?per_page={PAGE}&page={page}")
            if reply.status != 200:
                return None
            body = as_object(reply.json())
            messages += [long_text(inner(commit, "commit"), "message") for commit in items(body, "commits")]
            if len(messages) >= (number(body, "total_commits") or 0):
                return messages
        return None


def _spec(base: str, head: str) -> str:
    """`base...head` as one path part: slashes in tags and branches are escaped."""
    return f"{quote(base, safe='')}...{quote(head, safe='')}"


def _dump_picks(picks: Picks) -> Json:
    return {
        "numbers": sorted(picks.numbers),
        "shas": sorted(picks.shas),
        "reverted": sorted(picks.reverted),
        "mentioned": sorted(picks.mentioned),
    }


def _load_picks(value: Json) -> Picks:
    return Picks(
        _numbers(value.get("numbers")),
        frozenset(str(sha) for sha in as_list(value.get("shas") or [])),
        _numbers(value.get("reverted")),
        _numbers(value.get("mentioned")),
    )


def _numbers(value: object) -> frozenset[int]:
    return frozenset(n for n in value if isinstance(n, int)) if isinstance(value, list) else frozenset()
