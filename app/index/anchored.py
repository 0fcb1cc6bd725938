"""Which lines of a paste a signature of the index knows, whatever they sound like."""

from __future__ import annotations

from collections.abc import Sequence

from app.index.anchors import MAX_LINE, grams
from app.index.open import Index
from app.reports.known import TELLING, knows
from app.shapes.patterns import Subject


def known_lines(index: Index, lines: Sequence[str]) -> tuple[int, ...]:
    """The places of the lines that some signature fits exactly by its own words. Raises IndexDamaged."""
    subjects = {at: Subject(line[:MAX_LINE]) for at, line in enumerate(lines) if len(line) >= TELLING}
    keys = {
        at: grams(text, index.lookup.short_anchors)
        for at, subject in subjects.items()
        for _, text in subject.lines
    }
    anchors = index.lookup.anchors(set().union(*keys.values()))
    holders = {key: [number for _, number in held] for key, held in anchors.items() if held}
    return tuple(
        at
        for at, mine in keys.items()
        if any(
            knows(index.compiled(number), subjects[at])
            for number in dict.fromkeys(number for key in mine & holders.keys() for number in holders[key])
        )
    )
