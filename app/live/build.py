"""The forges of a configuration, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.live.asker import Asker
from app.live.config import LiveConfig, host_of
from app.live.forges import Forge
from app.live.github import GitHub
from app.live.github_graphql import GitHubBatch
from app.live.gitlab import GitLab
from app.live.http import Fetcher
from app.live.huggingface import HuggingFace
from app.live.refresh import Refresher
from app.live.view import LiveView
from app.state.clock import Clock
from app.state.store import Store


@asynccontextmanager
async def open_refresher(
    store: Store, view: LiveView, clock: Clock, config: LiveConfig
) -> AsyncIterator[Refresher]:
    """A refresher with every configured forge; its connections are closed at the end."""
    gitlab, hub = config.gitlab_base, config.huggingface_base
    bases = frozenset({config.github.rest_base, config.github.graphql_url, gitlab, hub})
    fetcher = Fetcher(bases, config.http)

    def asker(host: str) -> Asker:
        return Asker(host, fetcher, store.hosts, clock, config.http.pause_seconds)

    host = host_of(config.github.rest_base)
    github = GitHub(config.github, asker(host))
    batch = GitHubBatch(config.github, github, asker(f"{host} graphql"))
    forges: dict[str, Forge] = {
        "github": github,
        "gitlab": GitLab(gitlab, config.gitlab_token, asker(host_of(gitlab))),
        "huggingface": HuggingFace(hub, config.huggingface_token, asker(host_of(hub))),
    }
    try:
        yield Refresher(store, view, clock, config, forges, {"github": batch})
    finally:
        await fetcher.close()
