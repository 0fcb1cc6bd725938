"""Spoiling a paste, one way or two ways at once, does not change which error comes first."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from app.reports.parse import parse_text
from app.text.normalise import normalise
from tests.mangle import Mangle, load
from tests.reports.dev import pastes

SINGLE = 40
"""Pastes tried for one kind."""
PAIRS = 400
"""Pastes tried with two kinds at once, over all pairs."""
MANGLES = load()


@cache
def first_error(text: str | bytes) -> str | None:
    errors = parse_text(text).errors
    return "".join(normalise(errors[0].message).split()) if errors else None


def kept(text: str, spoiled: bytes) -> bool:
    return first_error(spoiled) == first_error(text)


@pytest.mark.parametrize("mangle", MANGLES, ids=[mangle.id for mangle in MANGLES])
def test_one_kind(mangle: Mangle) -> None:
    tried = []
    for at in random.Random(7).sample(range(len(pastes())), len(pastes())):
        text = pastes()[at].text
        spoiled = mangle.apply(text, at) if first_error(text) is not None else None
        if spoiled is not None:
            tried.append((pastes()[at].id, kept(text, spoiled)))
        if len(tried) == SINGLE:
            break
    lost = [paste for paste, same in tried if not same]
    assert len(tried) >= 20
    assert len(lost) <= 0.05 * len(tried), lost


def test_all_kinds_together() -> None:
    """At least 97 of 100 over a sample of all kinds and all pastes."""
    rng = random.Random(11)
    tried = lost = 0
    for mangle in MANGLES:
        for at in rng.sample(range(len(pastes())), SINGLE // 2):
            text = pastes()[at].text
            spoiled = mangle.apply(text, at) if first_error(text) is not None else None
            if spoiled is not None:
                tried += 1
                lost += not kept(text, spoiled)
    assert lost <= 0.03 * tried, (lost, tried)


def test_two_kinds_at_once() -> None:
    rng = random.Random(5)
    pairs = [pair for pair in combinations(MANGLES, 2) if pair[0].stage != 5 or pair[1].stage != 5]
    tried = 0
    lost = []
    while tried < PAIRS:
        inner, outer = sorted(rng.choice(pairs), key=lambda mangle: mangle.stage)
        paste = rng.choice(pastes())
        if first_error(paste.text) is None:
            continue
        once = inner.apply(paste.text, tried)
        twice = outer.apply(once.decode(), tried) if once is not None else None
        if twice is None:
            continue
        tried += 1
        if not kept(paste.text, twice):
            lost.append((paste.id, inner.id, outer.id))
    assert len(lost) <= 0.03 * tried, (len(lost), lost)
