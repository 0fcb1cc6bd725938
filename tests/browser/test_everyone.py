"""Every page in both languages and themes: no accessibility violation, no overflow, nothing refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import FIRST_REPORT, MLA, picture

Visit = Callable[..., Page]
PATHS = (
    "/",
    "/search?q=kv",
    "/search?q=zzzzqqqq",
    "/articles",
    f"/articles/{MLA}",
    "/signatures",
    "/shapes?text=[32,64,576]+1343488",
    "/gpus?name=A100",
    "/gaps",
    "/status",
    "/about",
    "/about/design",
)
WIDTHS = (360, 768, 1280, 2560)
LONG = "x" * 400 + " " + "size mismatch for " + "layers_" * 60 + ".weight: copying a param " * 4
PASTES = {
    "match": FIRST_REPORT,
    "none": f"ValueError: {LONG}",
    "empty": "it does not work",
}


def checked(page: Page, name: str) -> None:
    """No violation of axe's rules; fits from phone to wall; kept as a picture where asked."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{name} overflows by {over} px at {width} px"
        if width in (360, 1280):
            picture(page, f"{name}-{width}")
    page.set_viewport_size({"width": 1280, "height": 900})
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_for_everyone(visit: Visit, language: str, theme: str) -> None:
    """Every page of the site."""
    page = visit("/about", color_scheme=theme)
    for path in PATHS:
        page.goto(("/zh" if language == "zh" else "") + path)
        checked(page, f"{re.sub('[^a-z0-9]+', '-', path.strip('/')) or 'home'}-{language}-{theme}")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_answers_are_for_everyone(visit: Visit, language: str, theme: str) -> None:
    """The answers to a paste; long words and messages do not break them."""
    home = "/zh/" if language == "zh" else "/"
    page = visit(home, color_scheme=theme)
    for name, text in PASTES.items():
        page.goto(home)
        page.locator("textarea").fill(text)
        page.locator("form[data-paste] button").click()
        page.wait_for_selector("h1")
        assert page.url.endswith("/diagnose")
        checked(page, f"diagnose-{name}-{language}-{theme}")


def test_twice_the_text_size_still_fits(visit: Visit) -> None:
    """200 % zoom of a 1280 px window is a 640 px one; text alone may be doubled too."""
    page = visit(f"/articles/{MLA}", viewport={"width": 640, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


def test_print_shows_the_article_alone(visit: Visit) -> None:
    """No navigation, no buttons, whole code."""
    page = visit(f"/articles/{MLA}")
    page.emulate_media(media="print")
    assert not page.locator("header.top").is_visible()
    assert not page.locator(".copy").first.is_visible()
    assert page.locator("#fix").is_visible()


def test_motion_is_reduced_where_it_is_asked_for(visit: Visit) -> None:
    """No smooth scrolling then."""
    page = visit("/about", reduced_motion="reduce")
    page.locator("a[href='#main']").focus()
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
