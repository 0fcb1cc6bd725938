"""The table of families as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator

from app.shapes.families import FAMILIES
from app.shapes.family import FamilyRow
from app.shapes.layouts import LAYOUTS

_HEAD = """# Error families

<!-- Written by `make docs`; a test compares. -->

A family says how its messages are read, what the operation required, who is who, and how the failing
dimension is found. `Requires` is in the [signature language](signature-language.md) and false for the sample;
a family without it has no numbers to compare. A new family is one row in `app/shapes/<library>_families.py`.
"""
_NUMBERS = """## Known numbers

Where a number of an explanation is known from. A number is told only for the families that are named.
"""


def family_table() -> str:
    """Every family and every known number as one Markdown page."""
    return "\n".join([_HEAD, *_families(), _NUMBERS, *_known(), ""])


def _families() -> Iterator[str]:
    libraries = dict.fromkeys(row.id.partition(".")[0] for row in FAMILIES)
    for library in libraries:
        yield f"## {library}\n"
        yield from (_row(row) for row in FAMILIES if row.id.startswith(f"{library}."))


def _row(row: FamilyRow) -> str:
    sides = ", ".join(f"{side.role} `{side.name}`" for side in row.sides)
    lines = [f"### {row.id}", ""]
    lines += [f"- Reads: {_code(pattern)}" for pattern in row.reads]
    lines += [f"- Requires: {_code(row.requires)}"] if row.requires else []
    lines += [f"- With: {_code(f'{name} = {expression}')}" for name, expression in row.derive]
    lines += [f"- Sides: {sides}"] if sides else []
    lines += [f"- Solved by: {row.solver.about}", f"- Sample: {_code(row.sample)}"]
    return "\n".join([*lines, f"- Not: {_code(row.near_miss)}", ""])


def _code(text: str) -> str:
    """`text` as inline code, whatever back ticks and line breaks are in it."""
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return fence + pad + text.replace("\n", " ⏎ ") + pad + fence


def _known() -> Iterator[str]:
    yield "| Number | Name | Source | Families |\n|---|---|---|---|"
    for layout in LAYOUTS:
        families = ", ".join(f"`{family}`" for family in layout.families)
        yield f"| {layout.value} | `{layout.name}` | {layout.source} | {families} |"
