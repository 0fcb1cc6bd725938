"""The part of GitHub's GraphQL that the batches use, answered from the stand-in's repositories."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.live.github_world import Pull, Repo, stamp

REPOSITORY = re.compile(r"(r\d+): repository\(owner: \$(\w+), name: \$(\w+), followRenames: true\)")
ITEM = re.compile(r"(i(\d+)): issueOrPullRequest\(number: (\d+)\)")


def answer_query(
    body: Mapping[str, object], repos: Mapping[str, Repo], renamed: Mapping[str, str]
) -> dict[str, object]:
    """`data`, and an `errors` entry for each thing that is not there."""
    query, variables = str(body["query"]), body["variables"]
    assert isinstance(variables, dict)
    assert "potentialMergeCommit" not in query
    data: dict[str, object] = {"rateLimit": {"cost": 1, "remaining": 4999, "resetAt": None}}
    errors = []
    found = list(REPOSITORY.finditer(query))
    for index, match in enumerate(found):
        name = f"{variables[match[2]]}/{variables[match[3]]}"
        repo = repos.get(renamed.get(name, name))
        if repo is None:
            data[match[1]] = None
            errors.append({"type": "NOT_FOUND", "path": [match[1]], "message": "Could not resolve"})
            continue
        end = found[index + 1].start() if index + 1 < len(found) else len(query)
        node: dict[str, object] = {"nameWithOwner": repo.name}
        for item in ITEM.finditer(query[match.end() : end]):
            pull = repo.pulls.get(int(item[3]))
            node[item[1]] = _node(repo, pull) if pull else None
            if pull is None:
                errors.append(
                    {"type": "NOT_FOUND", "path": [match[1], item[1]], "message": "Could not resolve"}
                )
        data[match[1]] = node
    return {"data": data, "errors": errors} if errors else {"data": data}


def _node(repo: Repo, pull: Pull) -> dict[str, object]:
    milestone = {"title": pull.milestone} if pull.milestone else None
    if pull.kind != "pull":
        return {
            "__typename": "Issue",
            "number": pull.number,
            "url": f"https://github.com/{repo.name}/issues/{pull.number}",
            "title": pull.title,
            "issueState": pull.state.upper(),
            "stateReason": (pull.state_reason or "").upper() or None,
            "closedAt": stamp(pull.closed_at),
            "milestone": milestone,
        }
    merged = pull.merged_at is not None
    return {
        "__typename": "PullRequest",
        "number": pull.number,
        "url": f"https://github.com/{repo.name}/pull/{pull.number}",
        "title": pull.title,
        "prState": "MERGED" if merged else pull.state.upper(),
        "isDraft": pull.draft,
        "merged": merged,
        "mergedAt": stamp(pull.merged_at),
        "closedAt": stamp(pull.closed_at),
        "baseRefName": pull.base,
        "mergeCommit": {"oid": pull.merge_sha} if pull.merge_sha else None,
        "milestone": milestone,
    }
