"""The design keeps its promises: little to load, colours that can be read."""

from __future__ import annotations

import re

import pytest

from app.web.assets import Assets
from tests.web.conftest import ROOT

LIMIT = 40 * 1024
"""Bytes of style sheets and scripts together, uncompressed."""


def test_the_browser_loads_little(assets: Assets) -> None:
    """Styles and scripts together stay under 40 kB uncompressed; their names carry their digest."""
    loaded = [asset for name, asset in assets.by_name.items() if name.endswith((".css", ".js"))]
    assert sum(len(asset.body) for asset in loaded) < LIMIT
    for name, asset in assets.by_name.items():
        stem, _, suffix = name.rpartition(".")
        assert re.fullmatch(rf"{stem}\.[0-9a-f]{{12}}\.{suffix}", asset.name)


INK = ("ink", "soft", "accent", "fault", "good", "warn")
PAIRS = (
    *((ink, ground) for ink in INK for ground in ("bg", "surface", "sunken")),
    *((ink, f"{ink}-tint") for ink in ("accent", "fault", "good", "warn")),
    ("ink", "warn-tint"),
    ("ink", "accent-tint"),
    ("accent", "warn-tint"),
    ("on-accent", "accent"),
)


def colours() -> dict[str, dict[str, str]]:
    """Theme -> token -> colour, as `tokens.css` sets them."""
    text = (ROOT / "static" / "tokens.css").read_text()
    light, dark = text.split("@media", 1)
    found = {
        name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", part))
        for name, part in (("light", light), ("dark", dark))
    }
    return {"light": found["light"], "dark": {**found["light"], **found["dark"]}}


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2."""
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Contrast ratio, WCAG 2."""
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read_on_its_ground(theme: str, ink: str, ground: str) -> None:
    """AA for normal text in both themes."""
    tokens = colours()[theme]
    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "surface"])
def test_the_edge_of_a_field_can_be_seen(theme: str, ground: str) -> None:
    """3 to 1 for parts of the interface."""
    tokens = colours()[theme]
    assert contrast(tokens["edge"], tokens[ground]) >= 3
