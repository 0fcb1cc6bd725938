"""A signature from messages: what varies becomes a hole, equal numbers share a name, products a relation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod

from app.shapes.expressions import SignatureError
from app.shapes.model import Outcome, SignatureSource
from app.shapes.patterns import Signature, Subject, compile_signature, unify
from app.text.normalise import normalise

Known = Callable[[int], bool]
"""Whether the field knows a number, e.g. 576: such a number decides and stays as it is."""

SMALL = 3
"""Numbers up to this are equal by chance: they share no name."""
LONGEST_RUN = 6
"""A list of more numbers becomes one run of dimensions."""
MOST_MESSAGES = 8
LONGEST = 1000

_RUN = r"-?\d{1,18}(?:,\ ?-?\d{1,18}){6,200}"
_TOKEN = re.compile(
    rf"""(?P<run>(?<=[\[(]){_RUN}(?=[\])]))
    |(?P<address>\b0x[0-9a-fA-F]{{1,32}}\b)
    |(?P<size>(?<![\w.])\d{{1,15}}(?:\.\d{{1,9}})?\ ?[KMGT]i?B\b)
    |(?P<version>(?<![\w.])\d{{1,6}}(?:\.\d{{1,6}}){{2,4}}[\w.+-]{{0,40}})
    |(?P<float>(?<![\w.])-?\d{{1,15}}\.\d{{1,15}}(?![\w.]))
    |(?P<device>\b(?:cuda|npu|xpu|hpu):\d{{1,3}}\b)
    |(?P<file>(?<![\w./])/[\w.@+-]{{1,80}}(?:/[\w.@+-]{{1,80}}){{1,30}})
    |(?P<path>\b[A-Za-z_]\w{{0,80}}(?:\.\w{{1,80}}){{0,20}}\.\d{{1,4}}(?:\.\w{{1,80}}){{1,20}})
    |(?P<int>(?<![\w.])-?\d{{1,18}}(?=x\d|(?![\w.])|\.(?!\w))|(?<=\dx)\d{{1,18}}(?![\w.]))""",
    re.VERBOSE,
)
_HOLES = {
    "run": "*{name}", "address": "{name}:word", "size": "{name}:size", "version": "{name}:word",
    "float": "{name}:float", "device": "{name}:device", "file": "{name}:path", "path": "{name}:path",
}  # fmt: skip
_NAMES = {"run": "dims", "path": "name"}
_FIT = (Outcome.EXACT, Outcome.SOLVED)


@dataclass(frozen=True, slots=True)
class Inferred:
    """What messages of one cause have in common."""

    error: str
    """The signature."""
    near_miss: str | None
    """The first message with one number changed so that a relation no longer holds."""


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: str
    text: str
    start: int
    group: int = 0
    """Number of the list it stands in; 0 is none."""


@dataclass(frozen=True, slots=True)
class _Column:
    """One number of the message, with its value in every message."""

    at: int
    values: tuple[int, ...]
    group: int
    shown: str = ""
    """What stands in the hole or, for a constant, the number itself."""
    constant: bool = False


def infer(messages: Sequence[str], known: Known, error_type: str | None = None) -> Inferred | None:
    """The signature that all `messages` (one line each) fit, None when they say too little for one.

    Messages whose words differ from the first one's are left out.
    """
    texts = [normalise(message).strip()[:LONGEST] for message in messages[:MOST_MESSAGES]]
    texts = [text for text in texts if text]
    if not texts:
        return None
    pieces = list(_pieces(texts[0]))
    columns = _columns(pieces, [list(_pieces(text)) for text in texts])
    related = _related(columns, known)
    for candidate in (related, columns, None):
        error = _written(pieces, _named(candidate, known) if candidate is not None else None)
        signature = _fitting(error, texts, error_type)
        if signature is not None:
            near_miss = _near_miss(texts[0], pieces, related, signature) if candidate is related else None
            return Inferred(error, near_miss)
    return None


def _pieces(text: str) -> Iterator[_Piece]:
    done, group, inside = 0, 0, False
    for found in _TOKEN.finditer(text):
        literal = text[done : found.start()]
        if any(mark in literal for mark in "[(])") or (not inside and found[0]):
            group += 1
        inside = literal in (", ", ",", "x") if literal else inside
        yield _Piece("literal", literal, done)
        kind = found.lastgroup or "literal"
        yield _Piece(kind, found[0], found.start(), group)
        inside = True
        done = found.end()
    yield _Piece("literal", text[done:], done)


def _skeleton(pieces: Sequence[_Piece]) -> tuple[str, ...]:
    return tuple(piece.text if piece.kind == "literal" else piece.kind for piece in pieces)


def _columns(first: Sequence[_Piece], all_pieces: Sequence[Sequence[_Piece]]) -> tuple[_Column, ...]:
    """The whole numbers of the first message beside those of the others that say the same."""
    rows = [pieces for pieces in all_pieces if _skeleton(pieces) == _skeleton(first)]
    return tuple(
        _Column(at, tuple(int(row[at].text) for row in rows), piece.group)
        for at, piece in enumerate(first)
        if piece.kind == "int"
    )


def _named(columns: Sequence[_Column], known: Known) -> tuple[_Column, ...]:
    """Columns with what stands in each hole: constants kept, equal numbers under one name."""
    names: dict[tuple[int, ...], str] = {}
    result = []
    for column in columns:
        if column.shown:
            result.append(column)
            continue
        if _constant(column, known):
            result.append(replace(column, shown=str(column.values[0]), constant=True))
            continue
        shared = max(map(abs, column.values)) > SMALL
        name = names.get(column.values) if shared else None
        if name is None:
            name = _letter(len(names))
            names[column.values if shared else (*column.values, -len(names), column.at)] = name
        result.append(replace(column, shown=name))
    return tuple(result)


def _constant(column: _Column, known: Known) -> bool:
    if len(column.values) > 1:
        return len(set(column.values)) == 1
    return abs(column.values[0]) > SMALL and known(column.values[0])


def _letter(at: int) -> str:
    return chr(ord("a") + at % 26) + (str(at // 26) if at >= 26 else "")


def _related(columns: Sequence[_Column], known: Known) -> tuple[_Column, ...]:
    """Columns in which the number that a list's numbers multiply to is written as that product."""
    named = _named(columns, known)
    for target in named:
        others = [column for column in named if column.group != target.group]
        for group in sorted({column.group for column in others}):
            members = [column for column in others if column.group == group]
            expression = _product(target, members, known) if len(members) > 1 else None
            if expression and not target.constant:
                return tuple(
                    replace(column, shown=expression) if column is target else column for column in named
                )
    return tuple(named)


def _product(target: _Column, members: Sequence[_Column], known: Known) -> str | None:
    """`a*b*656` when the target is, in every message, that many times members of one list."""
    for count in range(min(len(members), LONGEST_RUN), 0, -1):
        for chosen in combinations(members, count):
            ratio = _ratio(target, chosen)
            trusted = ratio is not None and (
                count > 1 or len(target.values) > 1 or ratio == 1 or known(ratio)
            )
            if ratio is None or not trusted or all(column.constant for column in chosen):
                continue
            factors = [column.shown for column in chosen]
            return "*".join([*factors, str(ratio)] if ratio != 1 else factors)
    return None


def _ratio(target: _Column, chosen: Sequence[_Column]) -> int | None:
    ratios = set()
    for at, total in enumerate(target.values):
        factors = [column.values[at] for column in chosen]
        product = prod(factors)
        if min(factors) <= 1 or total in factors or product <= SMALL or total < product or total % product:
            return None
        ratios.add(total // product)
    return ratios.pop() if len(ratios) == 1 else None


def _written(pieces: Sequence[_Piece], columns: Sequence[_Column] | None) -> str:
    """The signature's text; without columns every number stays as it is."""
    shown = {column.at: column for column in columns or ()}
    counts: dict[str, int] = {}
    parts = []
    for at, piece in enumerate(pieces):
        column = shown.get(at)
        if column is not None:
            parts.append(column.shown if column.constant else f"{{{column.shown}}}")
        elif columns is None or piece.kind in ("literal", "int"):
            parts.append(piece.text.replace("{", "{{").replace("}", "}}"))
        else:
            base = _NAMES.get(piece.kind, piece.kind)
            counts[base] = counts.get(base, 0) + 1
            name = base if counts[base] == 1 else f"{base}{counts[base]}"
            parts.append("{" + _HOLES[piece.kind].format(name=name) + "}")
    return "".join(parts)


def _fitting(error: str, texts: Sequence[str], error_type: str | None) -> Signature | None:
    """The compiled signature when it can be used and fits the first message exactly."""
    try:
        signature = compile_signature(SignatureSource(error, error_type))
    except SignatureError:
        return None
    fits = unify(signature, Subject(texts[0], error_type)).outcome is Outcome.EXACT
    return signature if fits else None


def _near_miss(
    text: str, pieces: Sequence[_Piece], columns: Sequence[_Column], signature: Signature
) -> str | None:
    """`text` with the last number changed whose change the signature notices."""
    for column in reversed(columns):
        piece = pieces[column.at]
        changed = (
            f"{text[: piece.start]}{int(piece.text) - 1}{text[piece.start + len(piece.text) :]}"
            if abs(int(piece.text)) > SMALL and not column.constant
            else ""
        )
        if changed and unify(signature, Subject(changed, signature.source.type)).outcome not in _FIT:
            return changed
    return None
