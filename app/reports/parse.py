"""A paste to a Report: the pipeline. Streams, holds bounded memory, never raises on any bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO

from app.phrase import Phrase
from app.reports.environment import Surroundings
from app.reports.events import Collector
from app.reports.lines import Line, read
from app.reports.meter import Meter
from app.reports.model import Report
from app.reports.tracebacks import blocks

DEFAULT_BUDGET = 4_000_000
"""Steps: one a line and one for each 128 characters; enough for 8 MiB of paste of any shape."""


def parse(lines: Iterable[bytes], budget: int = DEFAULT_BUDGET) -> Report:
    """The report of a paste given as lines of bytes."""
    meter = Meter(budget)
    seen = _Seen()
    collector = Collector()
    for block in blocks(seen.watch(read(lines, meter))):
        collector.add(block)
    errors, dropped, grade = collector.errors()
    return Report(
        errors=errors,
        environment=seen.surroundings.environment(),
        log=tuple(seen.log),
        lines=seen.lines,
        dropped=dropped,
        thin=grade < 60,
        hint=_hint(bool(errors), grade),
        truncated=meter.exhausted,
    )


def parse_text(text: str | bytes) -> Report:
    """The report of a whole paste."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return parse(BytesIO(raw))


class _Seen:
    """Looks at each clean line as it passes."""

    def __init__(self) -> None:
        self.lines = 0
        self.log: dict[str, None] = {}
        self.surroundings = Surroundings()

    def watch(self, lines: Iterator[Line]) -> Iterator[Line]:
        for line in lines:
            self.lines = line.number
            self.surroundings.look(line.text)
            if line.text and len(self.log) < 400:
                self.log[line.text.strip()[:400]] = None
            yield line


def _hint(found: bool, grade: int) -> Phrase | None:
    if not found:
        return Phrase("report.hint.nothing")
    return Phrase("report.hint.prose") if grade < 27 else None
