"""`create_app(settings, services)`: the only place that knows the real adapters."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from fastapi import FastAPI
from pydantic import SecretStr

from app.articles.seen import Seen
from app.index.errors import IndexUnusableError
from app.index.open import IndexDirectory
from app.library import refresh_index
from app.live.config import GitHubConfig, GpuConfig, LiveConfig
from app.live.gpus import GpuView
from app.live.view import LiveView
from app.live.worker import Worker
from app.matching.diagnose import Profiles
from app.matching.weights import load_weights
from app.services import Services
from app.settings import Settings, resources
from app.state.clock import SystemClock
from app.state.store import Store
from app.warming import warm
from app.web.app import Guards, build_app
from app.web.assets import load_assets
from app.web.context import WebConfig, WebContext
from app.web.gate import Gate
from app.web.rate import read_rate
from app.web.rates import Limiter
from app.web.templating import build_templates
from app.words import load_words

STATE_FILE = "state.sqlite"
WATCH_SECONDS = 1.0

Told = Callable[[str], None]
log = logging.getLogger("faultbook")


def create_app(
    settings: Settings, services: Services | None = None, watch: bool = False, told: Told = log.info
) -> FastAPI:
    """The application over `services`, or over the real ones that `settings` describe.

    With `watch`, changed articles come in while it serves. Raises IndexUnusableError when no index can be built,
    StateError when the state belongs to a newer Faultbook.
    """
    services = services or build_services(settings, told)
    root = resources()
    words = load_words(root / "locales")
    assets = load_assets(root / "static")
    templates = build_templates(root / "templates", root / "locales", assets, words.say)
    web = WebContext(web_config(settings), words, Gate(settings.workers, settings.queue))
    worker = Worker(
        services.store, services.live, services.clock, live_config(settings), _watched(services.index)
    )

    @asynccontextmanager
    async def background() -> AsyncIterator[None]:
        worker.start()
        keeping = asyncio.create_task(_keep_index(settings.content, services, watch, told))
        try:
            yield
        finally:
            keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeping
            await asyncio.to_thread(worker.stop)
            services.gpus.close()
            services.store.close()

    guards = Guards(_limiter(settings, services), told if settings.access_log else None)
    return build_app(services, web, templates, assets, background, _version(), guards)


def build_services(settings: Settings, told: Told) -> Services:
    """The real services: index brought up to date, state opened, NVML left alone until it is asked."""
    settings.data.mkdir(parents=True, exist_ok=True)
    index = IndexDirectory(settings.data)
    told(f"reading the articles under {settings.content}")
    current = refresh_index(settings.content, index, told)
    told(f"index {current.digest}: {current.count} articles")
    clock = SystemClock()
    store = Store.open(settings.database or str(settings.data / STATE_FILE), clock)
    return Services(
        index=index,
        profiles=Profiles(),
        weights=load_weights(),
        store=store,
        live=LiveView(store, clock, live_config(settings)),
        gpus=GpuView(gpu_config(settings), clock),
        clock=clock,
    )


def web_config(settings: Settings) -> WebConfig:
    """What pages and API depend on."""
    return WebConfig(
        max_paste=settings.max_paste,
        public_url=settings.public_url,
        edit_url=settings.edit_url,
        gpus=settings.gpus,
        gpu_token=_secret(settings.gpu_token),
        rate_limit=settings.rate_limit or None,
        trusted_proxies=_list(settings.trusted_proxies),
    )


def live_config(settings: Settings) -> LiveConfig:
    """What the refresh of references depends on."""
    base = settings.github_api
    return LiveConfig(
        enabled=settings.live,
        github=GitHubConfig(base, _graphql(base), settings.github_url, _secret(settings.github_token)),
        gitlab_base=settings.gitlab_url,
        gitlab_token=_secret(settings.gitlab_token),
        huggingface_base=settings.huggingface_url,
        huggingface_token=_secret(settings.huggingface_token),
    )


def gpu_config(settings: Settings) -> GpuConfig:
    """Which GPUs are read."""
    if settings.gpus == "off":
        return GpuConfig(local=False)
    return GpuConfig(exporters=_list(settings.exporters), prometheus=settings.prometheus)


def _limiter(settings: Settings, services: Services) -> Limiter | None:
    """The limiter of clients; those on this machine are limited only where the operator set a rate."""
    if not settings.rate_limit:
        return None
    chosen = "rate_limit" in settings.model_fields_set
    return Limiter(read_rate(settings.rate_limit), services.store.counters, services.clock, loopback=chosen)


def _version() -> str:
    try:
        return version("faultbook")
    except PackageNotFoundError:  # run from a source tree that nobody installed
        return "0"


def _secret(value: SecretStr | None) -> str | None:
    return value.get_secret_value() if value else None


def _graphql(base: str) -> str:
    """GraphQL lies beside REST: Enterprise Server has `/api/v3` and `/api/graphql`."""
    return base.removesuffix("/v3") + "/graphql"


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _watched(index: IndexDirectory) -> Callable[[], tuple[str, ...]]:
    def refs() -> tuple[str, ...]:
        try:
            return index.current().refs()
        except IndexUnusableError:
            return ()

    return refs


async def _keep_index(content: Path, services: Services, watch: bool, told: Told) -> None:
    """Builds the index anew when its file is damaged or gone, and with `watch` when an article changes; warms each."""
    index, warmed = services.index, ""
    before = await asyncio.to_thread(_stamp, content) if watch else 0
    seen = Seen()
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        with contextlib.suppress(IndexUnusableError):
            if warmed != (warmed := index.current().digest):
                await asyncio.to_thread(warm, services)
        now = await asyncio.to_thread(_stamp, content) if watch else 0
        if now == before and await asyncio.to_thread(_serves, index):
            continue
        before = now
        try:
            current = await asyncio.to_thread(refresh_index, content, index, told, seen)
            told(f"index {current.digest}: {current.count} articles")
        except (IndexUnusableError, OSError) as fault:
            told(f"index not rebuilt: {fault}")


def _serves(index: IndexDirectory) -> bool:
    try:
        index.current()
    except IndexUnusableError:
        return False
    return True


def _stamp(content: Path) -> int:
    """A number that changes when a file below `content` appears, goes or is written."""
    total = 0
    for folder, _, names in os.walk(content):
        for name in names:
            with contextlib.suppress(OSError):
                status = (Path(folder) / name).stat()
                total ^= hash((folder, name, status.st_mtime_ns, status.st_size))
    return total
