"""Signatures compiled and compared with what an error said: the heart of the signature language.

A line fits or it does not (`lines`); then equalities and `where` are compared (`bindings`). The reader's
description is docs/signature-language.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from app.phrase import Value
from app.shapes.bindings import Bindings
from app.shapes.expressions import SignatureError, evaluate, parse_expression
from app.shapes.lines import NAMELESS, Line, Steps, compile_line, fit
from app.shapes.model import Outcome, SignatureSource, Unification
from app.shapes.nodes import Expression
from app.text.normalise import normalise
from app.text.template import template

FEWEST_LITERALS = 12
"""Literal characters that `error` must have: fewer would fit by chance."""
FEWEST_OF_WHOLE = 6
"""The same for a message without holes, such as `Killed`: it has to be the whole line."""
MOST_LINES = 2000
"""Lines of a message that are looked at."""
MOST_WRAPPED = 60
"""Messages of more lines are not tried with their lines joined."""
WIDEST_WRAP = 6
"""Lines over which one wrapped line may run."""
MOST_TRIES = 32
"""Places of `error` for which the `also` patterns are sought."""

_TYPE = re.compile(r"[A-Za-z_][\w.]{0,200}", re.ASCII)
NO_FIT = Unification(Outcome.NO_FIT)
_RANK = (Outcome.EXACT, Outcome.SOLVED, Outcome.UNKNOWN, Outcome.CONTRADICTED, Outcome.NO_FIT)


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature ready to be compared."""

    source: SignatureSource
    error: tuple[Line, ...]
    also: tuple[Line, ...]
    where: tuple[tuple[str, Expression], ...]
    template: str
    """`template()` of any message that fits, unless `open`."""
    anchor: str
    """The longest literal piece of `error`, in normal form: every message that fits contains it."""
    squeezed_anchor: str
    """The same without blanks, which a wrapped line lacks."""
    literal_length: int
    open: bool
    """Some hole takes words that `template()` leaves: rely on the anchor, not on equal templates."""


@dataclass(frozen=True)
class Subject:
    """One error of a report as signatures see it."""

    message: str
    type: str | None = None
    context: tuple[str, ...] = ()
    """Lines around the error on which `also` may match."""
    environment: Mapping[str, Value] = field(default_factory=dict)
    """What `env.name` means, e.g. {"tensor_parallel_size": 4}."""

    @cached_property
    def squeezed(self) -> str:
        """The message in normal form without blanks and breaks: it holds the anchor of a wrapped line."""
        return _squeeze(normalise(_squeeze(self.message)))

    @cached_property
    def lines(self) -> tuple[tuple[int, str], ...]:
        """The lines of the message in normal form with their index; empty ones are left out."""
        lines = normalise(self.message).split("\n")[:MOST_LINES]
        return tuple((at, line.strip()) for at, line in enumerate(lines) if line.strip())

    @cached_property
    def wrapped(self) -> tuple[tuple[int, str], ...]:
        """Neighbouring lines joined, with and without a blank, with the index of the first."""
        return tuple(self._joined()) if len(self.lines) <= MOST_WRAPPED else ()

    def _joined(self) -> Iterator[tuple[int, str]]:
        for first in range(len(self.lines)):
            for count in range(2, min(WIDEST_WRAP, len(self.lines) - first) + 1):
                parts = [line for _, line in self.lines[first : first + count]]
                for glue in (" ", ""):
                    yield self.lines[first][0], normalise(glue.join(parts))

    @cached_property
    def surroundings(self) -> tuple[str, ...]:
        """Every line on which an `also` may match, in normal form."""
        own = [line for _, line in self.lines]
        around = (normalise(line).strip() for line in self.context)
        return tuple(dict.fromkeys((*own, *around)))


@lru_cache(maxsize=2048)
def compile_signature(source: SignatureSource) -> Signature:
    """`source` made ready. Raises SignatureError saying what is wrong and what to do."""
    error = tuple(compile_line(line) for line in source.error.strip().splitlines() if line.strip())
    also = tuple(compile_line(line) for pattern in source.also for line in _one_line(pattern))
    literal_length = sum(line.literal_length for line in error)
    fewest = FEWEST_LITERALS if any(line.holes for line in error) else FEWEST_OF_WHOLE
    if literal_length < fewest:
        raise SignatureError(
            f"signature with {literal_length} literal characters: {source.error.strip()!r}",
            f"quote at least {fewest} characters of the message",
        )
    if source.type is not None and not _TYPE.fullmatch(source.type):
        raise SignatureError(
            f"type {source.type!r} is no exception type", "write one name, e.g. RuntimeError"
        )
    where = tuple((text, parse_expression(text)) for text in source.where)
    holes = [hole for line in error for hole in line.holes]
    anchor = max((line.anchor for line in error), key=len)
    return Signature(
        source=source,
        error=error,
        also=also,
        where=where,
        template="\n".join(template(_sample(line)) for line in error),
        anchor=anchor,
        squeezed_anchor=_squeeze(anchor),
        literal_length=literal_length,
        open=any(hole.kind.open for hole in holes),
    )


def _one_line(pattern: str) -> tuple[str]:
    lines = [line for line in pattern.splitlines() if line.strip()]
    if len(lines) != 1:
        raise SignatureError(f"`also` pattern of {len(lines)} lines", "write one list item for each line")
    return (lines[0],)


def _sample(line: Line) -> str:
    """A message that fits, each hole filled with the sample of its type."""
    filled = (hole.kind.sample + literal for hole, literal in zip(line.holes, line.literals[1:], strict=True))
    return line.literals[0] + "".join(filled)


def render(signature: Signature, values: Mapping[str, Value]) -> str:
    """The message that `signature` describes when its names have `values`.

    Raises SignatureError when a name is missing; nameless holes show the sample of their type.
    """
    return "\n".join(_filled(line, values) for line in signature.error)


def _filled(line: Line, values: Mapping[str, Value]) -> str:
    pieces = [line.literals[0]]
    for hole, literal in zip(line.holes, line.literals[1:], strict=True):
        value = values.get(hole.name) if hole.expression is None else evaluate(hole.expression, values)
        if value is None and (hole.name != NAMELESS or hole.expression is not None):
            raise SignatureError(f"{{{hole.text}}} has no value", "give each name of the signature a value")
        pieces += [hole.kind.sample if value is None else hole.kind.show(value), literal]
    return "".join(pieces)


def _squeeze(text: str) -> str:
    return "".join(text.split())


def unify(signature: Signature, subject: Subject, steps: Steps | None = None) -> Unification:
    """How `subject` compares with `signature`; the best of all places where `error` fits."""
    steps = steps or Steps()
    steps.count += len(subject.squeezed)
    best = NO_FIT
    if signature.squeezed_anchor not in subject.squeezed:
        return best
    for tries, (line, values) in enumerate(_places(signature, subject, steps), start=1):
        found = _compare(signature, subject, values, line, steps)
        if _RANK.index(found.outcome) < _RANK.index(best.outcome):
            best = found
        if best.outcome is Outcome.EXACT or (signature.also and tries >= MOST_TRIES):
            break
    return best


_Values = tuple[tuple[Line, tuple[Value, ...]], ...]


def _places(signature: Signature, subject: Subject, steps: Steps) -> Iterator[tuple[int, _Values]]:
    """Every place where `error` fits: on lines as they are, then on lines joined."""
    size = len(signature.error)
    for first in range(len(subject.lines) - size + 1):
        values = _fit_all(signature.error, [line for _, line in subject.lines[first : first + size]], steps)
        if values is not None:
            yield subject.lines[first][0], values
    if size > 1:
        return
    for index, text in subject.wrapped:
        values = _fit_all(signature.error, [text], steps)
        if values is not None:
            yield index, values


def _fit_all(patterns: tuple[Line, ...], texts: list[str], steps: Steps) -> _Values | None:
    found: list[tuple[Line, tuple[Value, ...]]] = []
    for pattern, text in zip(patterns, texts, strict=True):
        values = fit(pattern, text, steps)
        if values is None:
            return None
        found.append((pattern, values))
    return tuple(found)


def _compare(signature: Signature, subject: Subject, values: _Values, line: int, steps: Steps) -> Unification:
    bindings = Bindings(subject.environment)
    for pattern, read in values:
        bindings = bindings.extended(pattern, read)
    for pattern in signature.also:
        chosen = _also(pattern, bindings, subject, steps)
        if chosen is None:
            return NO_FIT
        bindings = chosen
    return bindings.judge(signature.where, (signature.source.type, subject.type), line)


def _also(pattern: Line, bindings: Bindings, subject: Subject, steps: Steps) -> Bindings | None:
    """`bindings` and the first line that fits `pattern` uncontradicted; failing that, the first that fits."""
    first: Bindings | None = None
    for text in subject.surroundings:
        read = fit(pattern, text, steps)
        if read is None:
            continue
        extended = bindings.extended(pattern, read)
        if not extended.contradicted:
            return extended
        first = first or extended
    return first
