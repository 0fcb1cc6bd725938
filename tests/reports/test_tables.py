"""Every row of every table of reports/ reads its sample and leaves its near miss alone."""

from __future__ import annotations

import re

import pytest

from app.reports.frames import FRAMES, FrameRow, frame_of
from app.reports.prefixes import PREFIXES, PrefixRow, strip_prefixes
from app.reports.printouts import PRINTOUTS, PrintoutRow
from app.reports.redact import REDACTIONS, RedactRow, redact
from app.reports.signals import SIGNALS, SignalRow, signal_of
from app.reports.wrappers import WRAPPERS, WrapperRow, wrapper_of


def named(row: object) -> str:
    return str(getattr(row, "id", getattr(row, "kind", "")))


@pytest.mark.parametrize("row", PREFIXES, ids=named)
def test_prefix(row: PrefixRow) -> None:
    assert strip_prefixes(row.sample).text == row.rest
    assert re.match(row.pattern, row.near_miss) is None


@pytest.mark.parametrize("row", FRAMES, ids=named)
def test_frame(row: FrameRow) -> None:
    assert row.hint in row.sample
    assert row.pattern.search(row.sample)
    assert frame_of(row.sample) is not None
    assert frame_of(row.near_miss) is None


@pytest.mark.parametrize("row", SIGNALS, ids=named)
def test_signal(row: SignalRow) -> None:
    found = signal_of(row.sample)
    assert found is not None
    assert row.pattern.search(row.sample)
    assert any(hint in row.sample.lower() for hint in row.hints)
    assert row.pattern.search(row.near_miss) is None


@pytest.mark.parametrize("row", PRINTOUTS, ids=named)
def test_printout(row: PrintoutRow) -> None:
    assert row.pattern.match(row.sample)
    assert not any(other.pattern.match(row.near_miss) for other in PRINTOUTS)


@pytest.mark.parametrize("row", WRAPPERS, ids=named)
def test_wrapper(row: WrapperRow) -> None:
    assert wrapper_of(None, row.sample) is not None
    assert row.pattern.search(row.sample)
    assert any(hint in row.sample.lower() for hint in row.hints)
    assert row.pattern.search(row.near_miss) is None
    if "inner" in row.pattern.groupindex:
        found = row.pattern.search(row.sample)
        assert found is not None
        assert found["inner"]


@pytest.mark.parametrize("row", REDACTIONS, ids=named)
def test_redaction(row: RedactRow) -> None:
    hidden = redact(row.sample)
    assert f"<redacted:{row.kind}>" in hidden
    assert redact(hidden) == hidden
    assert redact(row.near_miss) == row.near_miss


@pytest.mark.parametrize(
    "table",
    [PREFIXES, FRAMES, SIGNALS, WRAPPERS, PRINTOUTS],
    ids=["prefix", "frame", "signal", "wrapper", "printout"],
)
def test_ids_are_unique(table: tuple[object, ...]) -> None:
    ids = [named(row) for row in table]
    assert len(ids) == len(set(ids))
