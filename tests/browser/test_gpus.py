"""The page of GPUs draws itself again: in place, only while somebody looks, and honest when nobody answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from playwright.sync_api import Page, expect

from app.live.config import GpuConfig
from app.live.gpu_readings import DeviceReading, HostReading, Memory
from app.live.gpus import GpuView
from app.main import build_services, create_app
from app.settings import Settings
from app.state.clock import SystemClock
from tests.browser.conftest import picture, serving

Visit = Callable[..., Page]
GIB = 2**30
TURN = 10_000
"""Milliseconds between two drawings."""


@dataclass
class Cards:
    """Stands in for the driver: one card with as much memory free as the test says."""

    free_gib: int = 139
    clock: SystemClock = field(default_factory=SystemClock)

    def read(self) -> HostReading:
        """The card now."""
        card = DeviceReading(
            0,
            name="NVIDIA H200",
            capability=(9, 0),
            memory=Memory(140 * GIB, self.free_gib * GIB),
            utilisation=0.0,
            processes=0,
        )
        return HostReading(self.clock.now(), (card,), driver="580.159.04", cuda="13.0")

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(scope="module")
def cards() -> Cards:
    return Cards()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, cards: Cards) -> Iterator[str]:
    """Faultbook over the stand-in card, swept ten times a second."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), live=False)
    services = build_services(settings, lambda _told: None)
    view = GpuView(GpuConfig(sweep_seconds=0.1), SystemClock(), (cards,))
    with serving(create_app(settings, replace(services, gpus=view))) as address:
        yield address


@pytest.fixture
def asked() -> list[str]:
    """Addresses that the page asked for again."""
    return []


@pytest.fixture
def gpus(visit: Visit, cards: Cards, asked: list[str]) -> Callable[..., Page]:
    """Opens /gpus with time standing still and notes every drawing."""

    def opened(path: str = "/gpus", **options: object) -> Page:
        cards.free_gib = 139
        page = visit("/about", **options)
        page.clock.install()
        page.on("request", lambda request: asked.append(request.url) if "/gpus/live" in request.url else None)
        page.goto(path)
        return page

    return opened


def _turn(page: Page, cards: Cards, free_gib: int) -> None:
    """The card changes, two sweeps see it, and the page's next turn comes."""
    cards.free_gib = free_gib
    page.wait_for_timeout(300)
    page.clock.run_for(TURN)


def _hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.parametrize("prefix", ["", "/zh"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figures_are_drawn_again_in_place(
    gpus: Callable[..., Page], cards: Cards, prefix: str, theme: str
) -> None:
    """A card that fills up is shown as busy; focus stays, nothing is loaded anew."""
    page = gpus(f"{prefix}/gpus", color_scheme=theme)
    expect(page.locator("tbody .badge.good")).to_be_visible()
    page.locator("[data-gpus] .scroll").focus()
    page.evaluate("window.same = true")
    picture(page, f"gpus-free{prefix.replace('/', '-')}-{theme}")
    _turn(page, cards, 3)
    expect(page.locator("tbody .badge.warn")).to_be_visible()
    expect(page.locator("[data-gpus] .scroll")).to_be_focused()
    assert page.evaluate("window.same")
    picture(page, f"gpus-busy{prefix.replace('/', '-')}-{theme}")


def test_nothing_is_asked_while_the_tab_is_hidden(
    gpus: Callable[..., Page], cards: Cards, asked: list[str]
) -> None:
    """Coming back asks at once."""
    page = gpus()
    _hide(page, True)
    _turn(page, cards, 3)
    page.clock.run_for(6 * TURN)
    assert asked == []
    _hide(page, False)
    expect(page.locator("tbody .badge.warn")).to_be_visible()


def test_it_can_be_paused(gpus: Callable[..., Page], cards: Cards, asked: list[str]) -> None:
    """Pressed, nothing moves; pressed again, it is asked at once."""
    page = gpus()
    button = page.get_by_role("button", name="Pause")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    _turn(page, cards, 3)
    assert asked == []
    button.click()
    expect(page.locator("tbody .badge.warn")).to_be_visible()


def test_a_marked_text_is_not_drawn_away(gpus: Callable[..., Page], cards: Cards, asked: list[str]) -> None:
    """Somebody who is about to copy a line keeps it."""
    page = gpus()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('[data-gpus] td:nth-child(2)'))")
    _turn(page, cards, 3)
    assert asked == []


@pytest.mark.parametrize(("motion", "fades"), [("no-preference", 1), ("reduce", 0)])
def test_a_changed_word_fades_in_only_where_motion_is_welcome(
    gpus: Callable[..., Page], cards: Cards, motion: str, fades: int
) -> None:
    """The only motion on the page."""
    page = gpus(reduced_motion=motion)
    page.evaluate(
        """() => {
            window.fades = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) { window.fades++; return animate.apply(this, given); };
        }"""
    )
    _turn(page, cards, 3)
    expect(page.locator("tbody .badge.warn")).to_be_visible()
    assert (page.evaluate("window.fades") > 0) is (fades > 0)


@pytest.mark.parametrize(("prefix", "age"), [("", "6 minutes ago"), ("/zh", "6分钟前")])
def test_old_figures_show_their_age_and_that_nobody_answers(visit: Visit, prefix: str, age: str) -> None:
    """The age goes on without the server; the next answer takes the warning away."""
    page = visit("/about")
    page.clock.install()
    page.goto(f"{prefix}/gpus")
    warning = page.locator("[data-gpus-silent]")
    expect(warning).to_be_hidden()
    page.route("**/gpus/live", lambda route: route.fulfill(status=204))
    for _turn_of_it in range(37):
        page.clock.run_for(TURN)
    expect(page.locator("[data-gpus] time")).to_have_text(age)
    expect(warning).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(1)
    picture(page, f"gpus-silent{prefix.replace('/', '-')}")
    page.unroute("**/gpus/live")
    page.clock.run_for(TURN)
    expect(warning).to_be_hidden()


def test_it_reads_without_scripts(visit: Visit) -> None:
    """Model, memory, word and age; no button that does nothing."""
    page = visit("/gpus", java_script_enabled=False)
    expect(page.locator("tbody")).to_contain_text("NVIDIA H200")
    expect(page.locator("[data-gpus]")).to_contain_text("ago")
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
