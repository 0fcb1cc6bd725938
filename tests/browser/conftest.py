"""The running program and a real browser, once for a test run."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from app.main import create_app
from app.settings import Settings

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
START_SECONDS = 60
MLA = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
FIRST_REPORT = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The address of `app` on loopback; it stops at the end."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started:
        assert thread.is_alive(), "the server ended before it served"
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(START_SECONDS)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of Faultbook serving the shipped articles on loopback."""
    with serving(create_app(Settings(data=tmp_path_factory.mktemp("data"), live=False))) as address:
        yield address


@pytest.fixture(scope="module")  # not longer: its event loop would run on under the tests of other files
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"{CHROMIUM} is not installed; `make setup` installs it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


Visit = Callable[..., "contextmanager[Page]"]


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; the test fails if the browser reports any error on it."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str, **options: object) -> Page:
        context = browser.new_context(base_url=site, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def picture(page: Page, name: str) -> None:
    """Keeps a screenshot of the whole page in $SCREENS, where it is set."""
    folder = os.environ.get("SCREENS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
