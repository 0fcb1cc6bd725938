"""Repositories for the stand-in: a commit graph, tags, releases, pull requests; GitHub's semantics."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

NUMBER = re.compile(r"\(#(\d+)\)$")


@dataclass(frozen=True)
class Commit:
    """One commit; `message` as git keeps it."""

    sha: str
    message: str
    date: datetime
    parents: tuple[str, ...] = ()


@dataclass
class Pull:
    """An issue or pull request."""

    number: int
    title: str = ""
    kind: str = "pull"
    state: str = "open"
    draft: bool = False
    merged_at: datetime | None = None
    closed_at: datetime | None = None
    merge_sha: str | None = None
    base: str = "main"
    labels: tuple[str, ...] = ()
    milestone: str | None = None
    state_reason: str | None = None
    events: list[dict[str, object]] = field(default_factory=list)
    body: str = ""


@dataclass
class Release:
    """A published release, or a draft."""

    tag: str
    published_at: datetime
    body: str = ""
    prerelease: bool = False
    draft: bool = False


@dataclass
class Repo:
    """One repository."""

    name: str
    commits: dict[str, Commit] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    """Branches and tags -> sha."""
    releases: list[Release] = field(default_factory=list)
    pulls: dict[int, Pull] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)

    def commit(self, branch: str, message: str, date: datetime) -> str:
        """Add a commit to a branch (made at its first commit); returns the sha."""
        parent = self.heads.get(branch)
        sha = _sha(f"{self.name}{branch}{message}{date}{parent}")
        self.commits[sha] = Commit(sha, message, date, (parent,) if parent else ())
        self.heads[branch] = sha
        return sha

    def branch(self, name: str, at: str) -> None:
        """A branch or tag at a sha or another head."""
        self.heads[name] = self.heads.get(at, at)

    def tag(self, name: str, at: str) -> None:
        """A tag at a sha or another head."""
        self.branch(name, at)
        self.tags.add(name)

    def release(self, tag: str, at: str, date: datetime, **more: object) -> None:
        """Tag a head and publish a release."""
        self.tag(tag, at)
        self.releases.append(Release(tag, date, **more))  # type: ignore[arg-type]

    def merge(self, number: int, date: datetime, title: str = "Fix it", branch: str = "main") -> str:
        """A pull request squashed onto a branch; returns the merge commit's sha."""
        sha = self.commit(branch, f"{title} (#{number})\n\nbody", date)
        self.pulls[number] = Pull(
            number, title, "pull", "closed", merged_at=date, closed_at=date, merge_sha=sha, base=branch
        )
        return sha

    def resolve(self, word: str) -> str | None:
        """The sha that a branch, tag or (short) sha names; HEAD is the default branch."""
        if word == "HEAD":
            word = "main"
        if word in self.heads:
            return self.heads[word]
        return next((sha for sha in self.commits if sha.startswith(word)), None) if len(word) > 6 else None

    def ancestors(self, sha: str) -> set[str]:
        """`sha` and everything that it stands on."""
        seen: set[str] = set()
        stack = [sha]
        while stack:
            one = stack.pop()
            if one not in seen and one in self.commits:
                seen.add(one)
                stack += self.commits[one].parents
        return seen

    def compare(self, base: str, head: str) -> tuple[list[Commit], int] | None:
        """The commits of head that base lacks, oldest first, and how many it is behind; None: no history."""
        mine, theirs = self.ancestors(head), self.ancestors(base)
        if not mine & theirs:
            return None
        ahead = sorted((self.commits[sha] for sha in mine - theirs), key=lambda c: (c.date, c.sha))
        return ahead, len(theirs - mine)


def load_repo(path: Path, days_to_publish: float = 0.0) -> Repo:
    """A repository recorded from its history: its squash merges become pull requests, its tags releases."""
    recorded = json.loads(path.read_text("utf-8"))
    repo = Repo(recorded["name"])
    for item in recorded["commits"]:
        date = datetime.fromisoformat(item["date"]).astimezone(UTC)
        repo.commits[item["sha"]] = Commit(item["sha"], item["subject"], date, tuple(item["parents"]))
    repo.heads["main"] = recorded["branch"]
    for item in recorded["tags"]:
        date = datetime.fromisoformat(item["date"]).astimezone(UTC) + timedelta(days=days_to_publish)
        repo.release(item["tag"], item["sha"], date, prerelease="rc" in item["tag"])
    on_main = repo.ancestors(repo.heads["main"])
    for commit in repo.commits.values():
        found = NUMBER.search(commit.message)
        if found and commit.sha in on_main:
            _add_pull(repo, int(found.group(1)), commit)
    _mention_reverts(repo)
    return repo


def _add_pull(repo: Repo, number: int, commit: Commit) -> None:
    title = commit.message[: commit.message.rindex(" (#")]
    repo.pulls[number] = Pull(
        number, title, "pull", "closed", merged_at=commit.date, closed_at=commit.date, merge_sha=commit.sha
    )


def _mention_reverts(repo: Repo) -> None:
    """GitHub notes on a pull request which others mention it; a revert's body says what it reverts."""
    for pull in list(repo.pulls.values()):
        found = re.match(r'Revert "change \(#(\d+)\)"', pull.title)
        target = repo.pulls.get(int(found.group(1))) if found else None
        if target:
            pull.body = f"Reverts {repo.name}#{target.number}"
            target.events.append(mention(repo, pull))


def mention(repo: Repo, pull: Pull) -> dict[str, object]:
    """The timeline event of `pull` mentioning another."""
    return {
        "event": "cross-referenced",
        "created_at": stamp(pull.merged_at or pull.closed_at or datetime(2026, 1, 1, tzinfo=UTC)),
        "source": {
            "type": "issue",
            "issue": {
                "number": pull.number,
                "title": pull.title,
                "body": pull.body,
                "repository": {"full_name": repo.name},
                "pull_request": {"merged_at": stamp(pull.merged_at)},
            },
        },
    }


def stamp(moment: datetime | None) -> str | None:
    """A time as GitHub writes it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None


def _sha(text: str) -> str:
    """Forty hex digits, as git's."""
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def page_of(items: Iterable[object], page: int, size: int) -> list[object]:
    """One page of a list."""
    return list(items)[(page - 1) * size : page * size]


def issue_json(repo: Repo, pull: Pull, api: str) -> Mapping[str, object]:
    """`GET /repos/{o}/{r}/issues/{n}`."""
    word = "pull" if pull.kind == "pull" else "issues"
    body: dict[str, object] = {
        "number": pull.number,
        "title": pull.title,
        "state": pull.state,
        "state_reason": pull.state_reason,
        "draft": pull.draft,
        "closed_at": stamp(pull.closed_at),
        "html_url": f"https://github.com/{repo.name}/{word}/{pull.number}",
        "repository_url": f"{api}/repos/{repo.name}",
        "labels": [{"name": label} for label in pull.labels],
        "milestone": {"title": pull.milestone} if pull.milestone else None,
    }
    if pull.kind == "pull":
        body["pull_request"] = {"merged_at": stamp(pull.merged_at)}
    return body


def pull_json(repo: Repo, pull: Pull) -> Mapping[str, object]:
    """`GET /repos/{o}/{r}/pulls/{n}`: before the merge the sha is that of GitHub's test merge."""
    return {
        "number": pull.number,
        "state": pull.state,
        "merged": pull.merged_at is not None,
        "merged_at": stamp(pull.merged_at),
        "draft": pull.draft,
        "merge_commit_sha": pull.merge_sha or _sha("test merge"),
        "base": {"ref": pull.base},
    }


def commit_json(repo: Repo, commit: Commit) -> Mapping[str, object]:
    """A commit as comparisons and `GET /commits/{sha}` hold it."""
    return {
        "sha": commit.sha,
        "html_url": f"https://github.com/{repo.name}/commit/{commit.sha}",
        "commit": {"message": commit.message, "committer": {"date": stamp(commit.date)}},
    }
