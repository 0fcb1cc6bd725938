"""Many references in one GraphQL request; GitHub wants a token for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.live.asker import Asker
from app.live.config import GitHubConfig
from app.live.faults import BadAnswerError
from app.live.fields import Json, as_object, flag, inner, items, number, text, when
from app.live.github import GitHub
from app.live.github_read import moved_note
from app.live.model import ChangeState, ChangeStatus, Reference
from app.phrase import Phrase

FRAGMENTS = """
fragment PR on PullRequest { number url title prState: state isDraft merged mergedAt closedAt baseRefName
  mergeCommit { oid } milestone { title } }
fragment IS on Issue { number url title issueState: state stateReason(enableDuplicate: true) closedAt
  milestone { title } }
"""
"""`state` is aliased by type: the two enums conflict. `potentialMergeCommit`, the test merge, is left out."""


class GitHubBatch:
    """Asks for the states of 20 to 30 references at once."""

    def __init__(self, config: GitHubConfig, github: GitHub, asker: Asker) -> None:
        self._config = config
        self._github = github
        self._asker = asker

    @property
    def ready(self) -> bool:
        """Whether there is a token that GitHub takes."""
        return bool(self._github.credential.headers)

    async def statuses(self, refs: Sequence[Reference]) -> Mapping[str, ChangeStatus]:
        """The states by reference id. Left out is what needs REST: commits, and what a bot may have landed.

        Raises ForgeError.
        """
        wanted = [ref for ref in refs if ref.number is not None]
        if not wanted or not self.ready:
            return {}
        query, variables = make_query(wanted)
        headers = {**self._github.credential.headers, "Content-Type": "application/json"}
        body: Json = {"query": query, "variables": variables}
        reply = await self._asker.post(self._config.graphql_url, headers, body)
        if reply.status != 200:
            raise BadAnswerError(Phrase("live.refused", {"status": reply.status}))
        answer = as_object(reply.json())
        errors = items(answer, "errors")
        if any(text(error, "type") == "RATE_LIMITED" for error in errors):
            raise self._asker.limited(Phrase("live.limited", {"host": self._asker.host}), reply)
        found = read_answer(inner(answer, "data"), wanted)
        return {
            ref_id: status
            for ref_id, status in found.items()
            if status.state is not ChangeState.CLOSED or status.name not in self._config.landing
        }


def make_query(refs: Iterable[Reference]) -> tuple[str, dict[str, str]]:
    """The query for `refs` and its variables; names go as variables, numbers are integers of our parser."""
    groups: dict[tuple[str, str], list[int]] = {}
    for ref in refs:
        groups.setdefault((ref.owner, ref.repo), []).append(ref.number or 0)
    variables: dict[str, str] = {}
    declared, parts = [], []
    for index, ((owner, repo), numbers) in enumerate(groups.items()):
        variables[f"o{index}"], variables[f"n{index}"] = owner, repo
        declared.append(f"$o{index}: String!, $n{index}: String!")
        wanted = " ".join(
            f"i{number}: issueOrPullRequest(number: {number}) {{ __typename ...PR ...IS }}"
            for number in sorted(set(numbers))
        )
        parts.append(
            f"r{index}: repository(owner: $o{index}, name: $n{index}, followRenames: true) "
            f"{{ nameWithOwner {wanted} }}"
        )
    head = f"query B({', '.join(declared)}) {{ rateLimit {{ cost remaining resetAt }} "
    return FRAGMENTS + head + "\n".join(parts) + " }", variables


def read_answer(data: Json, refs: Iterable[Reference]) -> dict[str, ChangeStatus]:
    """The states in an answer's `data`; null is not found (the entry in `errors` beside it is normal)."""
    refs = list(refs)
    order: dict[tuple[str, str], int] = {}
    for ref in refs:
        order.setdefault((ref.owner, ref.repo), len(order))
    found = {}
    for ref in refs:
        alias = f"r{order[ref.owner, ref.repo]}"
        if alias not in data:
            continue
        repo = inner(data, alias)
        node = repo.get(f"i{ref.number}")
        name = text(repo, "nameWithOwner") or ref.name
        found[ref.id] = _status(node, name, ref) if isinstance(node, dict) else _missing()
    return found


def _missing() -> ChangeStatus:
    return ChangeStatus("unknown", ChangeState.NOT_FOUND, reason=Phrase("live.not_found_or_private"))


def _status(node: Json, name: str, ref: Reference) -> ChangeStatus:
    pull = node.get("__typename") == "PullRequest"
    merged_at = when(node, "mergedAt") if flag(node, "merged") else None
    return ChangeStatus(
        type="pull" if pull else "issue",
        state=_state(node, merged_at is not None),
        title=text(node, "title"),
        url=text(node, "url"),
        name=name,
        merged_at=merged_at,
        closed_at=when(node, "closedAt"),
        merge_commit=text(inner(node, "mergeCommit"), "oid") if merged_at else None,
        base=text(node, "baseRefName"),
        notes=_notes(node, name, ref),
    )


def _state(node: Json, merged: bool) -> ChangeState:
    word = text(node, "prState") or text(node, "issueState")
    if word is None:
        raise BadAnswerError(Phrase("live.wrong_json"))
    if merged:
        return ChangeState.MERGED
    if word != "OPEN":
        return ChangeState.CLOSED
    return ChangeState.DRAFT if flag(node, "isDraft") else ChangeState.OPEN


def _notes(node: Json, name: str, ref: Reference) -> tuple[Phrase, ...]:
    notes = []
    moved = moved_note(ref, name, number(node, "number"))
    if moved:
        notes.append(moved)
    milestone = text(inner(node, "milestone"), "title")
    open_ = "OPEN" in (node.get("prState"), node.get("issueState"))
    if open_ and milestone:
        notes.append(Phrase("live.planned", {"milestone": milestone}))
    reason = (text(node, "stateReason") or "").lower()
    if not open_ and reason in {"completed", "not_planned", "duplicate"}:
        notes.append(Phrase(f"live.issue_{reason}"))
    return tuple(notes)
