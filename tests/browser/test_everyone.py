"""Every page in both languages and themes: no accessibility violation, no overflow, nothing refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import FIRST_REPORT, MLA, picture

Visit = Callable[..., Page]
PATHS = (
    "/",
    "/search",
    "/search?q=kv",
    "/search?q=zzzzqqqq",
    "/articles",
    f"/articles/{MLA}",
    f"/articles/{MLA}?helped=no",
    "/signatures",
    "/signatures/{tag}",
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
    "maybe": "RuntimeError: CUDA out of memory. Tried to allocate 1.70 GiB",
    "none": f"ValueError: {LONG}",
    "empty": "it does not work",
    "named": "RuntimeError: Error(s) in loading state_dict for Llama:\n\tsize mismatch for "
    "model.layers.0.self_attn.q_proj.weight: copying a param with shape torch.Size([4096, 4096]) from checkpoint, "
    "the shape in current model is torch.Size([5120, 5120]).\n" * 9,
}
CUT = """[...document.querySelectorAll("svg text")].filter((each) => {
    const [word, frame] = [each, each.ownerSVGElement].map((part) => part.getBoundingClientRect());
    return word.right > frame.right + 1 || word.left < frame.left - 1;
}).map((each) => each.textContent)"""
"""Words of a picture that leave it."""


OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOO_SMALL = """[...document.querySelectorAll(
    "a, button, summary, input:not([type=hidden]), textarea"
)].filter((each) => {
    const {width, height} = each.getBoundingClientRect();
    const running = getComputedStyle(each).display === "inline" && each.closest("p, li, td, dd");
    return width && height && !running && !each.closest(".hidden, .skip") && (width < 24 || height < 24);
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What a thumb would miss; a link in running text is as high as its line."""


def checked(page: Page, name: str) -> None:
    """No violation of axe's rules; fits from phone to wall and under a thumb; kept as a picture where asked."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate(OVER)
        assert over <= 0, f"{name} overflows by {over} px at {width} px"
        if width == WIDTHS[0]:
            assert page.evaluate(TOO_SMALL) == [], name
            assert page.evaluate(CUT) == [], name
        if width in (360, 1280):
            picture(page, f"{name}-{width}")
    page.set_viewport_size({"width": 390, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    assert page.evaluate(OVER) <= 0, f"{name} overflows on a phone with larger text"
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 1280, "height": 900})
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_for_everyone(visit: Visit, language: str, theme: str) -> None:
    """Every page of the site."""
    page = visit("/about", color_scheme=theme)
    tag = page.request.get("/api/v1/signatures").json()["items"][0]["id"]
    for each in PATHS:
        path = each.format(tag=tag)
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


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_sharing_and_errors_are_for_everyone(
    browser: Browser, site: str, language: str, theme: Literal["light", "dark"]
) -> None:
    """The page that gives the address, the shared report, what is not found and what is too large."""
    home = "/zh/" if language == "zh" else "/"
    page = browser.new_page(
        base_url=site, color_scheme=theme
    )  # not `visit`: an error's status is no fault here
    page.goto(home)
    page.locator("textarea").fill(FIRST_REPORT)
    page.locator("form[data-paste] button").click()
    page.locator("form[action$=share]").evaluate("form => form.requestSubmit()")
    page.wait_for_url("**/share")
    address = page.locator("[data-whole]").inner_text()
    checked(page, f"share-{language}-{theme}")
    page.goto(address)
    checked(page, f"shared-{language}-{theme}")
    page.goto(f"{home}nowhere/kv-cache")
    checked(page, f"404-{language}-{theme}")
    page.goto(home)
    page.locator("input[type=file]").set_input_files(
        {"name": "vllm.log", "mimeType": "text/plain", "buffer": b"x" * (8 * 1024 * 1024 + 1)}
    )
    page.locator("form[data-paste] button").click()
    page.wait_for_selector(".eyebrow:text-is('413')")
    checked(page, f"413-{language}-{theme}")
    page.context.close()


def test_twice_the_text_size_still_fits(visit: Visit) -> None:
    """200 % zoom of a 1280 px window is a 640 px one; text alone may be doubled too."""
    page = visit(f"/articles/{MLA}", viewport={"width": 640, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("width", [360, 1280])
def test_no_copy_button_stands_on_code(visit: Visit, width: int) -> None:
    """Beside it or above it: what is under a button cannot be read."""
    page = visit(f"/articles/{MLA}", viewport={"width": width, "height": 900})
    covered = page.evaluate(
        """[...document.querySelectorAll(".copyable")].filter((box) => {
            const [code, button] = ["pre", ".copy"].map((part) => box.querySelector(part).getBoundingClientRect());
            return code.right > button.left && code.left < button.right
                && code.bottom > button.top && code.top < button.bottom;
        }).length"""
    )
    assert page.locator(".copyable").count() > 3
    assert covered == 0


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
