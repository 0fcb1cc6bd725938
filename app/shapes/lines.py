"""One line of a pattern: literal pieces between holes, fitted from left to right without ever going back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.phrase import Value
from app.shapes.algebra import names
from app.shapes.expressions import SignatureError, parse_expression
from app.shapes.holes import ANYTHING, DIMS, HOLE_TYPES, INT, HoleType
from app.shapes.nodes import Expression, Name
from app.text.normalise import HOLE_FIRST, HOLES, normalise

NAMELESS = "_"
"""The name that is never bound: `{_}` takes any integer."""
LONGEST = 2000
"""Characters of the longest pattern line."""
WIDEST = 200
"""Characters of a value that stands before the first literal of a pattern sought within a line."""

_TOKEN = re.compile(r"\{\{|\}\}|\{[^{}]{1,400}\}|[{}]")
_NAMED = re.compile(r"([A-Za-z_]\w{0,63}):([a-z]{1,16})", re.ASCII)
_RUN = re.compile(r"\*([A-Za-z_]\w{0,63})", re.ASCII)
_TYPES: Mapping[str, HoleType] = {kind.name: kind for kind in HOLE_TYPES}
_SLACK = " .,;"
"""Characters at the end of a line that neither pattern nor message is judged by."""


@dataclass(slots=True)
class Steps:
    """Characters looked at: what the linearity test counts."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole: its type, and the name it binds or the expression it is compared with."""

    kind: HoleType
    name: str = NAMELESS
    expression: Expression | None = None
    text: str = ""
    """As the signature wrote it, without the braces."""

    @property
    def binds(self) -> bool:
        """It gives a value a name."""
        return self.expression is None and self.name != NAMELESS


@dataclass(frozen=True, slots=True)
class Line:
    """A compiled pattern line: `literals[0] holes[0] literals[1] ... holes[-1] literals[-1]`."""

    literals: tuple[str, ...]
    holes: tuple[Hole, ...]
    source: str = field(default="", compare=False)

    @property
    def anchor(self) -> str:
        """The longest literal piece: every line that fits contains it."""
        return max((piece.strip() for piece in self.literals), key=len)

    @property
    def literal_length(self) -> int:
        """How many literal characters, blanks at the ends of a piece left out."""
        return sum(len(piece.strip()) for piece in self.literals)


def compile_line(source: str) -> Line:
    """The pattern that `source` says. Raises SignatureError with the remedy."""
    if len(source) > LONGEST:
        raise SignatureError(
            f"pattern of {len(source)} characters", f"write at most {LONGEST} and use {{...}}"
        )
    marked, holes = _marked(source)
    normal = normalise(marked).strip().rstrip(_SLACK)
    pieces = re.split(f"([{chr(HOLE_FIRST)}-{chr(HOLE_FIRST + HOLES - 1)}])", normal)
    kept = tuple(holes[ord(piece) - HOLE_FIRST] for piece in pieces[1::2])
    line = Line(tuple(pieces[0::2]), kept, source)
    _refuse_ambiguity(line)
    return line


def _marked(source: str) -> tuple[str, list[Hole]]:
    """`source` with one private-use character for each hole, doubled braces made single; and the holes."""
    holes: list[Hole] = []
    pieces: list[str] = []
    done = 0
    plain = "".join(" " if HOLE_FIRST <= ord(letter) < HOLE_FIRST + HOLES else letter for letter in source)
    for token in _TOKEN.finditer(plain):
        pieces.append(plain[done : token.start()])
        done = token.end()
        if token.group() in ("{{", "}}"):
            pieces.append(token.group()[0])
        elif len(token.group()) == 1:
            raise SignatureError(
                f"single brace at column {token.start() + 1} of {source!r}", "write {{ or }} for a brace"
            )
        else:
            pieces.append(chr(HOLE_FIRST + len(holes)))
            holes.append(_hole(token.group()[1:-1].strip()))
            if len(holes) >= HOLES:
                raise SignatureError("too many holes", f"use fewer than {HOLES}")
    return "".join(pieces) + plain[done:], holes


def _hole(text: str) -> Hole:
    if text == "...":
        return Hole(ANYTHING, text=text)
    if run := _RUN.fullmatch(text):
        return Hole(DIMS, run.group(1), text=text)
    if named := _NAMED.fullmatch(text):
        kind = _TYPES.get(named.group(2))
        if kind is None:
            raise SignatureError(f"hole type {named.group(2)!r} is unknown", f"use {', '.join(_TYPES)}")
        return Hole(kind, named.group(1), text=text)
    expression = parse_expression(text)
    if isinstance(expression, Name):
        return Hole(INT, expression.name, text=text)
    if not names(expression):
        raise SignatureError(f"hole {{{text}}} has no name", "write the number itself, or {_} for any number")
    return Hole(INT, expression=expression, text=text)


def _refuse_ambiguity(line: Line) -> None:
    for at, (hole, after) in enumerate(zip(line.holes, line.literals[1:], strict=True)):
        last = at == len(line.holes) - 1
        if not after and not last:
            raise SignatureError(
                f"{{{hole.text}}} and {{{line.holes[at + 1].text}}} stand side by side in {line.source!r}",
                "put a literal between two holes: nothing else says where the first one ends",
            )
        if hole.kind is DIMS and re.match(r" ?[,x] ?(?:\d|$)", after) and (after.strip(" ,x") or not last):
            raise SignatureError(
                f"a literal {after.strip()[:3]!r} follows the run {{{hole.text}}} in {line.source!r}",
                f"take the whole list as {{{hole.text}}} and write {hole.name}[-1] in `where`",
            )
        if hole.kind is INT and re.match(r"\d", after):
            raise SignatureError(
                f"digits follow {{{hole.text}}} in {line.source!r}", "write them as part of an expression"
            )


def fit(line: Line, text: str, steps: Steps) -> tuple[Value, ...] | None:
    """The value of each hole when `text`, a normal line, fits `line` whole; None when it does not.

    Each literal takes its first place after the one before, the last one the end of the line; no second try.
    """
    ends_open = bool(line.holes) and not line.literals[-1]
    core = text.strip()
    if not (ends_open and line.holes[-1].kind is ANYTHING):
        core = core.rstrip(_SLACK)  # a last {...} takes the full stop itself, or leaves it to its literal
    steps.count += 1
    if not line.holes:
        return () if core == line.literals[0] else None
    padded = core + " " if ends_open else core  # an empty hole at the end leaves no blank before it
    if not padded.startswith(line.literals[0]):
        return None
    at = len(line.literals[0])
    values: list[Value] = []
    for hole, literal in zip(line.holes[:-1], line.literals[1:-1], strict=True):
        end = padded.find(literal, at)
        steps.count += (end if end >= 0 else len(padded)) - at + len(literal)
        value = hole.kind.read(padded[at:end]) if end >= 0 else None
        if value is None:
            return None
        values.append(value)
        at = end + len(literal)
    end = len(core) - len(line.literals[-1])
    steps.count += max(end - at, 0) + len(line.literals[-1])
    fits = end >= at - ends_open and core.endswith(line.literals[-1])
    value = line.holes[-1].kind.read(core[at:end]) if fits else None
    return None if value is None else (*values, value)


def find(line: Line, text: str, steps: Steps) -> tuple[Value, ...] | None:
    """Like `fit`, for `line` anywhere within `text`: what stands before and after does not matter.

    A hole at the end of `line` takes the longest text of its type.
    """
    steps.count += len(text)
    led_by_hole = bool(line.holes) and not line.literals[0]
    start = _before(line, text) if led_by_hole else text.find(line.literals[0])
    at = start + len(line.literals[0])
    if start < 0:
        return None
    values: list[Value] = []
    for hole, literal in zip(line.holes, line.literals[1:], strict=True):
        end = text.find(literal, at) if literal else _longest(hole.kind, text, at)
        steps.count += (end if end >= 0 else len(text)) - at + len(literal)
        value = hole.kind.read(text[at:end]) if end >= 0 else None
        if value is None:
            return None
        values.append(value)
        at = end + len(literal)
    return tuple(values)


def _before(line: Line, text: str) -> int:
    """Where the longest text begins that the first hole takes before the first literal; -1: nowhere."""
    end = text.find(line.literals[1]) if line.literals[1] else len(text)
    for start in range(max(0, end - WIDEST), end):
        whole = start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "_.")
        if whole and line.holes[0].kind.read(text[start:end]) is not None:
            return start
    return -1


def _longest(kind: HoleType, text: str, at: int) -> int:
    found = kind.pattern.match(text, at)
    return found.end() if found else -1
