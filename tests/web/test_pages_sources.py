"""The hosts of the status page: asked or not, and how it went."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.phrase import Phrase
from app.state.model import HostRow
from app.web.views.sources import Source, read_sources
from tests.web.samples import NOW

LATER, BEFORE = NOW + timedelta(minutes=5), NOW - timedelta(minutes=5)
NO_ANSWER = Phrase("live.timeout")
ROWS = [
    (HostRow("a"), Source("a", "answers")),
    (HostRow("a", quota=60, remaining=41), Source("a", "answers", remaining=41, quota=60)),
    (HostRow("a", failures=1, reason=NO_ANSWER), Source("a", "failing", reason=NO_ANSWER)),
    (HostRow("a", LATER, NO_ANSWER, 3), Source("a", "waiting", LATER, NO_ANSWER)),
    (HostRow("a", BEFORE, NO_ANSWER, 3), Source("a", "failing", reason=NO_ANSWER)),
]


@pytest.mark.parametrize(("row", "source"), ROWS)
def test_a_host_that_was_asked(row: HostRow, source: Source) -> None:
    """A block that is over is a failure until the host answers again."""
    assert read_sources(["a"], [row], NOW) == (source,)


def test_a_host_that_was_never_asked_does_not_answer() -> None:
    """Configured hosts are named even before the first question; without asking there are none."""
    asked = HostRow("b")
    assert [(s.host, s.state) for s in read_sources(["a", "b"], [asked], NOW)] == [
        ("b", "answers"),
        ("a", "unasked"),
    ]
    assert read_sources([], [], NOW) == ()
