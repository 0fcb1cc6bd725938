"""A server on loopback that behaves like GitHub as documented, faults included."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import format_datetime
from urllib.parse import unquote

import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.state.clock import Clock
from tests.live.github_graphql_standin import answer_query
from tests.live.github_world import Repo, commit_json, issue_json, page_of, pull_json, stamp

VERSIONS = ("2022-11-28", "2026-03-10")
MOST_COMMITS = 250
"""Commits of a comparison without paging."""


@dataclass
class Fault:
    """What goes wrong with requests whose path contains `where`, and how often."""

    kind: str
    """primary, hang, a key of WRONG, or a status code."""
    where: str = "/"
    times: int = 10**6
    value: str = ""


@dataclass
class Seen:
    """One request that came."""

    method: str
    path: str
    headers: dict[str, str]


@dataclass
class Standin:
    """The server's state; tests read and change it while it runs."""

    clock: Clock
    repos: dict[str, Repo] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """Old name -> new name."""
    refused_tokens: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    reset_at: dict[str, datetime] = field(default_factory=dict)
    limit_without_token: int = 60
    limit_with_token: int = 5000
    base: str = ""

    def paths(self, part: str = "") -> list[str]:
        """The paths asked for so far that contain `part`."""
        return [seen.path for seen in self.seen if part in seen.path]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI entry."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        self.seen.append(Seen(request.method, unquote(path), dict(request.headers)))
        response = await self._respond(request)
        response.headers["date"] = format_datetime(self.clock.now(), usegmt=True)
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        fault = next((f for f in self.faults if f.where in request.url.path and f.times > 0), None)
        if fault is not None:
            fault.times -= 1
            return await self._fail(fault, request)
        refusal = self._refuse(request)
        if refusal is not None:
            return refusal
        body = await self._answer(request)
        return self._finish(request, body)

    def _refuse(self, request: Request) -> Response | None:
        """What GitHub refuses before it looks at the path."""
        if not request.headers.get("user-agent"):
            return _message(403, "Request forbidden by administrative rules.")
        if self._token(request) in self.refused_tokens:
            return _message(401, "Bad credentials")
        version = request.headers.get("x-github-api-version", VERSIONS[0])
        if version not in VERSIONS:
            return _message(400, "Invalid API version")
        if self._left(request) <= 0:
            return self._limited(request, 403, "API rate limit exceeded")
        return None

    def _finish(self, request: Request, body: tuple[int, object]) -> Response:
        """Etag, 304 and quota: a 304 is free only for an authorised request."""
        status, content = body
        if status in {301, 302}:
            self._spend(request)
            return Response(status_code=status, headers={"location": str(content), **self._quota(request)})
        text = json.dumps(content).encode()
        etag = 'W/"' + hashlib.sha256(text + self._token(request).encode()).hexdigest()[:32] + '"'
        if status == 200 and request.headers.get("if-none-match") == etag:
            if not self._token(request):
                self._spend(request)
            return Response(status_code=304, headers={"etag": etag, **self._quota(request)})
        self._spend(request)
        headers = {"etag": etag, **self._quota(request)} if status == 200 else self._quota(request)
        return Response(text, status, headers, "application/json")

    async def _answer(self, request: Request) -> tuple[int, object]:
        path = request.scope["raw_path"].decode().split("?")[0]
        if path == "/graphql":
            if not self._token(request):
                return 401, {"message": "This endpoint requires you to be authenticated."}
            return 200, answer_query(await request.json(), self.repos, self.renamed)
        parts = [unquote(part) for part in path.strip("/").split("/")]
        if path.endswith("/") or len(parts) < 4 or parts[0] not in {"repos", "repositories"}:
            return 404, {"message": "Not Found"}
        name = f"{parts[1]}/{parts[2]}"
        if name in self.renamed:
            rest = "/".join(path.strip("/").split("/")[3:])
            query = f"?{request.url.query}" if request.url.query else ""
            return 301, f"{self.base}/repos/{self.renamed[name]}/{rest}{query}"
        repo = self.repos.get(name)
        if repo is None:
            return 404, {"message": "Not Found"}
        page = int(request.query_params.get("page", "0"))
        size = min(100, int(request.query_params.get("per_page", "30")))
        paged = "page" in request.query_params or "per_page" in request.query_params
        return self._in_repo(repo, parts[3:], max(page, 1), size, paged)

    def _in_repo(self, repo: Repo, rest: list[str], page: int, size: int, paged: bool) -> tuple[int, object]:
        match rest:
            case ["issues" | "pulls" as kind, number, *more]:
                pull = repo.pulls.get(int(number)) if number.isdigit() else None
                if pull is None or (kind == "pulls" and pull.kind != "pull"):
                    return 404, {"message": "Not Found"}
                if more in (["events"], ["timeline"]):
                    return 200, page_of(pull.events, page, size)
                return 200, pull_json(repo, pull) if kind == "pulls" else issue_json(repo, pull, self.base)
            case ["releases"]:
                releases = sorted(repo.releases, key=lambda r: r.published_at, reverse=True)
                return 200, page_of((_release(r) for r in releases if not r.draft), page, size)
            case ["tags"]:
                return 200, page_of(({"name": tag} for tag in sorted(repo.tags)), page, size)
            case ["commits", sha]:
                found = repo.resolve(sha)
                return (
                    (200, commit_json(repo, repo.commits[found]))
                    if found
                    else (422, {"message": "No commit"})
                )
            case ["compare", spec]:
                return self._compare(repo, spec, page, size, paged)
        return 404, {"message": "Not Found"}

    def _compare(self, repo: Repo, spec: str, page: int, size: int, paged: bool) -> tuple[int, object]:
        base, _, head = spec.partition("...")
        ends = repo.resolve(base), repo.resolve(head)
        if ends[0] is None or ends[1] is None:
            return 404, {"message": "Not Found"}
        found = repo.compare(ends[0], ends[1])
        if found is None:
            return 404, {"message": f"No common ancestor between {base} and {head}."}
        ahead, behind = found
        status = {(True, True): "identical", (True, False): "behind", (False, True): "ahead"}
        commits = page_of(ahead, page, size) if paged else ahead[:MOST_COMMITS]
        body: dict[str, object] = {
            "status": status.get((not ahead, not behind), "diverged"),
            "ahead_by": len(ahead),
            "behind_by": behind,
            "total_commits": len(ahead),
            "commits": [commit_json(repo, commit) for commit in commits],  # type: ignore[arg-type]
        }
        if page == 1:
            body["files"] = [
                {"filename": f"file{n}.py", "patch": "@@" * 50} for n in range(min(len(ahead), 300))
            ]
        return 200, body

    async def _fail(self, fault: Fault, request: Request) -> Response:
        if fault.kind == "primary":
            return self._limited(request, 403, "API rate limit exceeded for 127.0.0.1.")
        if fault.kind == "hang":
            await asyncio.sleep(30)
        if fault.kind in WRONG:
            return WRONG[fault.kind](fault.value)
        texts = {"410": "This issue was deleted", "401": "Bad credentials", "404": "Not Found"}
        return _message(int(fault.kind), texts.get(fault.kind, "Sorry"))

    def _limited(self, request: Request, status: int, text: str) -> Response:
        self._left(request)
        self.used[self._token(request)] = self._limit(request)
        return _message(status, text, self._quota(request))

    def _quota(self, request: Request) -> dict[str, str]:
        token = self._token(request)
        reset = self.reset_at.setdefault(token, self.clock.now() + timedelta(hours=1))
        return {
            "x-ratelimit-limit": str(self._limit(request)),
            "x-ratelimit-remaining": str(max(0, self._left(request))),
            "x-ratelimit-used": str(self.used.get(token, 0)),
            "x-ratelimit-reset": str(int(reset.timestamp())),
            "x-ratelimit-resource": "graphql" if request.url.path == "/graphql" else "core",
        }

    def _spend(self, request: Request) -> None:
        self.used[self._token(request)] = self.used.get(self._token(request), 0) + 1

    def _left(self, request: Request) -> int:
        token = self._token(request)
        if self.clock.now() >= self.reset_at.get(token, self.clock.now() + timedelta(hours=1)):
            self.used[token] = 0
            self.reset_at[token] = self.clock.now() + timedelta(hours=1)
        return self._limit(request) - self.used.get(token, 0)

    def _limit(self, request: Request) -> int:
        return self.limit_with_token if self._token(request) else self.limit_without_token

    @staticmethod
    def _token(request: Request) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")


def _release(release: object) -> dict[str, object]:
    return {
        "tag_name": release.tag,  # type: ignore[attr-defined]
        "draft": release.draft,  # type: ignore[attr-defined]
        "prerelease": release.prerelease,  # type: ignore[attr-defined]
        "published_at": stamp(release.published_at),  # type: ignore[attr-defined]
        "body": release.body,  # type: ignore[attr-defined]
    }


def _message(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"message": text, "documentation_url": ""}, status, headers)


async def _drip() -> AsyncIterator[bytes]:
    """A byte now and then: no read timeout ever strikes."""
    yield b"{"
    for _ in range(300):
        await asyncio.sleep(0.1)
        yield b" "


async def _huge() -> AsyncIterator[bytes]:
    for _ in range(4096):
        yield b" " * 65536


SECONDARY = "You have exceeded a secondary rate limit."
WRONG: dict[str, Callable[[str], Response]] = {
    "secondary": lambda wait: _message(403, SECONDARY, {"retry-after": wait or "30"}),
    "secondary-bare": lambda _: _message(403, SECONDARY),
    "429": lambda wait: _message(429, "Too many requests", {"retry-after": wait} if wait else {}),
    "drip": lambda _: StreamingResponse(_drip(), media_type="application/json"),
    "hang": lambda _: Response("{}"),
    "html": lambda _: Response("<html>Unicorn!</html>", media_type="text/html"),
    "list": lambda _: JSONResponse(["not", "an", "object"]),
    "redirect": lambda to: Response(status_code=302, headers={"location": to}),
    "moved": lambda to: Response(status_code=301, headers={"location": to}),
    "huge": lambda _: StreamingResponse(_huge(), media_type="application/json"),
    "gzip": lambda _: Response(b"\x1f\x8b" + b"0" * 100, headers={"content-encoding": "gzip"}),
    "version": lambda _: _message(410, "The API version 2022-11-28 is no longer supported."),
}
"""Kind of fault -> the wrong answer, made from the fault's value."""


@contextmanager
def running(standin: Standin) -> Iterator[Standin]:
    """The server on a free loopback port; `standin.base` is its address."""
    config = uvicorn.Config(standin, host="127.0.0.1", port=0, log_level="critical", date_header=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    standin.base = f"http://127.0.0.1:{port}"
    try:
        yield standin
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(10)
