"""Explains an error by its numbers: the first family that reads the message says what failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.phrase import Phrase, Value
from app.shapes.arithmetic import run
from app.shapes.bindings import last_name
from app.shapes.expressions import evaluate, parse_expression
from app.shapes.families import FAMILIES
from app.shapes.family import FamilyRow, Finding, SideRule, Values
from app.shapes.layouts import known_numbers
from app.shapes.lines import Line, Steps, compile_line, find
from app.shapes.model import Explanation, Side
from app.shapes.nodes import Expression
from app.shapes.patterns import Subject


@dataclass(frozen=True, slots=True)
class _Reader:
    """A family row with its patterns compiled: one tuple of consecutive lines for each wording."""

    row: FamilyRow
    wordings: tuple[tuple[tuple[str, ...], tuple[Line, ...]], ...]
    """Each with its anchors: literal pieces that every message of this wording contains."""
    derive: tuple[tuple[str, Expression], ...]

    def read(self, lines: tuple[str, ...], text: str, steps: Steps) -> dict[str, Value] | None:
        """The named numbers of the first wording found in `lines`, derived ones included, or None. `text` is the
        lines as one."""
        for anchors, wording in self.wordings:
            if any(anchor not in text for anchor in anchors):
                continue
            for first in range(len(lines) - len(wording) + 1):
                values = _values(wording, lines[first : first + len(wording)], steps)
                if values is not None:
                    return self._derived(values)
        return None

    def _derived(self, values: dict[str, Value]) -> dict[str, Value]:
        for name, expression in self.derive:
            value = evaluate(expression, values)
            if value is not None:
                values[name] = value
        return values


def _reader(row: FamilyRow) -> _Reader:
    compiled = (tuple(compile_line(line) for line in read.split("\n")) for read in row.reads)
    wordings = tuple((tuple(line.anchor for line in wording), wording) for wording in compiled)
    derive = tuple((name, parse_expression(expression)) for name, expression in row.derive)
    return _Reader(row, wordings, derive)


_READERS = tuple(_reader(row) for row in FAMILIES)
_WORD = re.compile(r"[A-Za-z0-9_]+")


def _inner_word(anchor: str) -> str:
    """The longest word that stands whole inside `anchor`, and so in every text that contains it; else empty."""
    inner = (word for word in _WORD.finditer(anchor) if word.start() > 0 and word.end() < len(anchor))
    return max((word[0] for word in inner), key=len, default="")


def _by_word(readers: tuple[_Reader, ...]) -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for at, reader in enumerate(readers):
        for anchors, _ in reader.wordings:
            anchor = max(anchors, key=len)
            word = _inner_word(anchor)
            found[word] = (*found.get(word, ()), (anchor, at))
    return found


_TELLING = _by_word(_READERS)
"""Word -> the longest anchors that hold it, each with the place of its reader: most messages hold few of them."""


def _worth_trying(text: str) -> list[int]:
    """The places of the readers one of whose anchors is in `text`, in the order of the table."""
    words = {"", *_WORD.findall(text)} & _TELLING.keys()
    return sorted({at for word in words for anchor, at in _TELLING[word] if anchor in text})


def _values(wording: tuple[Line, ...], lines: tuple[str, ...], steps: Steps) -> dict[str, Value] | None:
    values: dict[str, Value] = {}
    for pattern, text in zip(wording, lines, strict=True):
        read = find(pattern, text, steps)
        if read is None:
            return None
        named = ((hole.name, value) for hole, value in zip(pattern.holes, read, strict=True) if hole.binds)
        for name, value in named:
            if values.setdefault(name, value) != value:
                return None
    return values


def explain(message: str, error_type: str | None = None) -> Explanation | None:
    """What the numbers of `message` say, by the first family row that reads it; None when none does.

    `message` may be several lines, wrapped lines among them, and may begin with its exception type.
    """
    return next((_explanation(row, values) for row, values in read(message, error_type)), None)


def family_of(message: str, error_type: str | None = None) -> str | None:
    """The id of the family row that reads `message`, None when none does."""
    return next((row.id for row, _ in read(message, error_type)), None)


def read(
    message: str, error_type: str | None, steps: Steps | None = None
) -> Iterator[tuple[FamilyRow, dict[str, Value]]]:
    """Every family row that reads `message`, in the order of the table, with the numbers it reads."""
    subject, steps = Subject(message), steps or Steps()
    for texts in _line_sets(subject):
        text = "\n".join(texts)
        for at in _worth_trying(text):
            reader = _READERS[at]
            if error_type and reader.row.types and last_name(error_type) not in reader.row.types:
                continue
            values = reader.read(texts, text, steps)
            if values is not None:
                yield reader.row, values


def _line_sets(subject: Subject) -> Iterator[tuple[str, ...]]:
    """The lines as they are, then lines joined, which is only paid for when it is asked for."""
    yield tuple(text for _, text in subject.lines)
    yield tuple(text for _, text in subject.wrapped)


def _explanation(row: FamilyRow, values: Values) -> Explanation:
    finding = row.solver.solve(values)
    known = {**finding.solved, **values}
    return Explanation(
        family=row.id,
        requirement=Phrase(row.requirement, values),
        sentence=finding.sentence,
        values=values,
        solved=finding.solved,
        sides=tuple(_side(rule, known, finding) for rule in row.sides if rule.name in known),
        failing=finding.failing,
        known_as=known_numbers(finding.telling, row.id),
    )


def _side(rule: SideRule, values: Values, finding: Finding) -> Side:
    dims = run(values, rule.name)
    label = str(values.get(rule.label, ""))
    at = finding.marks.get(rule.name, finding.failing)
    if at is None or not isinstance(values[rule.name], tuple) or not -len(dims) <= at < len(dims):
        return Side(rule.role, dims, label)
    return Side(rule.role, dims, label, at % len(dims))
