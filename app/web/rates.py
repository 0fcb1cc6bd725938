"""Limits for each client: counted in memory, shared between processes a second later."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from dataclasses import dataclass
from threading import Lock

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.state.clock import Clock
from app.state.counters import Counters
from app.state.errors import StateDownError
from app.web.language import split_language
from app.web.problems import ErrorPage, Problem
from app.web.rate import Rate
from app.web.sight import is_loopback

LIMITED = frozenset(
    {
        "/api/v1/match",
        "/api/v1/shapes/explain",
        "/api/v1/reports",
        "/api/v1/votes",
        "/diagnose",
        "/share",
    }
)
"""What costs work or leaves something behind when it is posted to; pages in every language."""
LIMITED_BELOW = ("/r/", "/api/v1/reports/")
"""Under these every request counts, reading too: the page of a shared report is a whole diagnosis, and the ids and
tokens of others are not there to be guessed at."""
VOTE = re.compile(r"/articles/[^/]+/vote")
"""A vote from the page of an article."""
MOST_CLIENTS = 50_000
"""Clients counted at the same time; the one that came first is forgotten."""
SHARED_FROM = 10
"""A client is shared with other processes once it used this part (one tenth) of its limit here."""
SHARED_AT_ONCE = 100
"""Clients written in one turn, the busiest first."""


@dataclass(slots=True)
class _Use:
    """The requests of one client in the window."""

    shared: int = 0
    """As of the last sharing: those of every process."""
    own: int = 0
    """Since then, of this process."""


class Limiter:
    """Counts requests in fixed windows. The request path neither writes nor waits for the state.

    While the state is down each process counts alone.
    """

    def __init__(self, rate: Rate, counters: Counters, clock: Clock, loopback: bool) -> None:
        """With `loopback`, clients on this machine are limited too."""
        self._rate = rate
        self._counters = counters
        self._clock = clock
        self._loopback = loopback
        self._window = 0
        self._uses: dict[str, _Use] = {}
        self._lock = Lock()

    def take(self, request: Request) -> int | None:
        """Counts a request; the seconds to wait when it is one too many, else None."""
        if not self._loopback and is_loopback(request):
            return None
        client = client_of(request)
        with self._lock:
            left = self._turn()
            use = self._uses.setdefault(client, _Use())
            if len(self._uses) > MOST_CLIENTS:
                self._uses.pop(next(iter(self._uses)))
            if use.shared + use.own >= self._rate.amount:
                return left
            use.own += 1
        return None

    def share(self) -> None:
        """Tells the other processes what this one counted, and learns theirs. Never raises."""
        least = max(1, self._rate.amount // SHARED_FROM)
        with self._lock:
            self._turn()
            window = self._window
            # One that was shared is asked about again even if it was quiet here: others may have counted more.
            busy = [
                (use.own, client) for client, use in self._uses.items() if use.own >= least or use.shared > 0
            ]
        for own, client in sorted(busy, reverse=True)[:SHARED_AT_ONCE]:
            try:
                used = self._counters.add(f"rate:{client}", self._rate.window, own)
            except StateDownError:
                return
            with self._lock:
                if self._window == window and client in self._uses:
                    use = self._uses[client]
                    use.shared, use.own = used, use.own - own

    def _turn(self) -> int:
        """Starts a new window when its time has come; the seconds left of the one that now lies in."""
        now = int(self._clock.now().timestamp())
        window = now // self._rate.seconds * self._rate.seconds
        if window != self._window:
            self._window = window
            self._uses.clear()
        return window + self._rate.seconds - now


def client_of(request: Request) -> str:
    """An opaque id of the address a request comes from; of IPv6 the /64 that one customer holds."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        network = host
    else:
        prefix = 32 if address.version == 4 else 64
        network = str(ipaddress.ip_network((address, prefix), strict=False))
    return hashlib.sha256(network.encode()).hexdigest()[:24]


class RateLimit:
    """Answers 429 with Retry-After to a client that sends more than its share."""

    def __init__(self, app: ASGIApp, limiter: Limiter | None, answer: ErrorPage) -> None:
        self._app = app
        self._limiter = limiter
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            self._limiter is not None
            and scope["type"] == "http"
            and is_limited(scope["method"], scope["path"])
        ):
            request = Request(scope)
            wait = self._limiter.take(request)
            if wait is not None:
                await self._answer(request, _too_many(wait))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def is_limited(method: str, path: str) -> bool:
    """Whether requests of this method to this path, in any language, count against the client's share."""
    _, path = split_language(path)
    return path.startswith(LIMITED_BELOW) or (
        method == "POST" and (path in LIMITED or VOTE.fullmatch(path) is not None)
    )


def _too_many(wait: int) -> Problem:
    return Problem(
        429,
        "Too many requests",
        f"This client sent more than its share; try again in {wait} s, or run `faultbook match FILE` yourself",
        headers={"Retry-After": str(wait)},
        extra={"retry_after": wait},
    )
