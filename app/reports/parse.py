"""A paste to a Report: the pipeline. Streams, holds bounded memory, never raises on any bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from io import BytesIO

from app.phrase import Phrase
from app.reports.clues import Clues, near
from app.reports.decode import decode, decode_numbered
from app.reports.environment import Surroundings
from app.reports.events import Collector
from app.reports.lines import Line, read
from app.reports.meter import Meter
from app.reports.model import Environment, ErrorEvent, LogLine, Report
from app.reports.printouts import facts_of
from app.reports.tracebacks import blocks
from app.reports.windows import CHUNK, windows

DEFAULT_BUDGET = 400_000
"""Steps: one a line and one for each 128 characters. The parts of a log that are parsed cost a tenth of it."""
WHOLE = 512 * 1024
"""Bytes up to which every line of a paste is parsed."""
SURE = 60
"""Grade under which there is little to go on; a typed exception has 80."""
PROSE = 27
"""Grade up to which a line is more likely somebody's words than a program's."""

_KEY_ALONE = re.compile(r"'[\w.-]{1,40}'")
"""The message of a KeyError: the key that was missing and nothing else."""


def parse(lines: Iterable[bytes], budget: int = DEFAULT_BUDGET) -> Report:
    """The report of a paste given as lines of bytes."""
    meter = Meter(budget)
    return _report(decode(lines, meter), meter)


def parse_text(text: str | bytes, budget: int = DEFAULT_BUDGET) -> Report:
    """The report of a whole paste. Of a big one only the parts with error words are parsed."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) <= WHOLE:
        return parse(BytesIO(raw), budget)
    return parse_log((raw[at : at + CHUNK] for at in range(0, len(raw), CHUNK)), budget)


def parse_log(
    chunks: Iterable[bytes], budget: int = DEFAULT_BUDGET, progress: Callable[[int], None] | None = None
) -> Report:
    """The report of a log of any size, read in chunks of about `windows.CHUNK` bytes.

    Counts of repetitions are lower bounds. `progress` is told the number of bytes read.
    """
    meter = Meter(budget)
    return _report(decode_numbered(windows(chunks, progress), meter), meter)


def _report(texts: Iterator[tuple[int, str]], meter: Meter) -> Report:
    seen = _Seen()
    collector = Collector()
    for block in blocks(seen.watch(read(texts))):
        collector.add(block)
    errors, dropped, grade = collector.errors()
    environment, log = seen.surroundings.environment(), seen.clues.lines()
    return Report(
        errors=tuple(replace(event, nearby=near(log, event.first_line, event.last_line)) for event in errors),
        environment=environment,
        log=log,
        lines=seen.lines,
        dropped=dropped,
        thin=grade < SURE or (bool(errors) and _KEY_ALONE.fullmatch(errors[0].message) is not None),
        hint=_hint(errors, grade) if errors else _hint_without_errors(log, environment, seen.empty),
        truncated=meter.exhausted,
    )


class _Seen:
    """Looks at each clean line as it passes."""

    def __init__(self) -> None:
        self.lines = 0
        self.empty = True
        self.clues = Clues()
        self.surroundings = Surroundings()

    def watch(self, lines: Iterator[Line]) -> Iterator[Line]:
        for line in lines:
            self.lines = line.number
            self.empty = self.empty and not line.text.strip()
            self.clues.look(line.number, line.text)
            self.surroundings.look(line.text)
            yield line


def _hint(errors: tuple[ErrorEvent, ...], grade: int) -> Phrase | None:
    """What would help, when the paste holds too little."""
    if not errors[0].message:
        return Phrase("report.hint.frames")
    vague = all(not (event.type or event.family or event.frames) for event in errors)
    return Phrase("report.hint.prose") if grade < PROSE or (vague and grade < SURE) else None


def _hint_without_errors(log: tuple[LogLine, ...], environment: Environment, empty: bool) -> Phrase:
    """What would help, when the paste holds no error."""
    if empty:
        return Phrase("report.hint.empty")
    read = facts_of(log, environment)
    return Phrase("report.hint.environment", {"read": read}) if read else Phrase("report.hint.prose")
