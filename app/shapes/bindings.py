"""What the holes of a signature bound, and whether its equalities hold."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rapidfuzz.distance import OSA

from app.phrase import Phrase, Value
from app.shapes.algebra import factors, names, solve_for
from app.shapes.expressions import evaluate
from app.shapes.lines import Hole, Line
from app.shapes.model import Contradiction, Outcome, Unification
from app.shapes.nodes import Expression, OpenRun


@dataclass(frozen=True, slots=True)
class Bindings:
    """Names bound so far, equalities still open, and contradictions found. Each step gives a new one."""

    environment: Mapping[str, Value]
    values: Mapping[str, Value] = field(default_factory=dict)
    solved: Mapping[str, int] = field(default_factory=dict)
    pending: tuple[tuple[Hole, int], ...] = ()
    """Expression holes not compared yet, with the number that the message has there."""
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def contradicted(self) -> bool:
        """An equality is false."""
        return bool(self.contradictions)

    def extended(self, line: Line, read: tuple[Value, ...]) -> Bindings:
        """These bindings and those of one more line, every equality compared that can be."""
        values = dict(self.values)
        pending = list(self.pending)
        false = list(self.contradictions)
        for hole, value in zip(line.holes, read, strict=True):
            if hole.expression is not None:
                if isinstance(value, int):
                    pending.append((hole, value))
            elif hole.binds:
                bound = values.setdefault(hole.name, value)
                if bound != value:
                    said = {"name": hole.name, "first": bound, "second": value}
                    false.append(Contradiction(hole.text, bound, value, Phrase("contradiction.same", said)))
        grown = replace(self, values=values, pending=tuple(pending), contradictions=tuple(false))
        return grown._settled()

    def _settled(self) -> Bindings:
        """Compare and solve until nothing more can be; each round settles at least one equality."""
        now = self
        while True:
            after = now._round()
            if len(after.pending) == len(now.pending):
                return after
            now = after

    def _round(self) -> Bindings:
        values, solved = dict(self.values), dict(self.solved)
        false = list(self.contradictions)
        left: list[tuple[Hole, int]] = []
        for hole, actual in self.pending:
            expression = hole.expression
            if expression is None:
                continue
            unknown = {name for name in names(expression) if self._lookup(values).get(name) is None}
            if not unknown:
                expected = evaluate(expression, self._lookup(values))
                if expected is None:
                    left.append((hole, actual))
                elif expected != actual:
                    false.append(_unequal(hole, expression, expected, actual, self._lookup(values)))
                continue
            found, possible = (
                solve_for(expression, actual, self._lookup(values)) if len(unknown) == 1 else (None, True)
            )
            name = next(iter(unknown))
            if found is not None and not name.startswith("env."):
                values[name] = solved[name] = found
            elif not possible:
                said: dict[str, Value] = {"expression": hole.text, "actual": actual, "name": name}
                false.append(Contradiction(hole.text, None, actual, Phrase("contradiction.unsolvable", said)))
            else:
                left.append((hole, actual))
        return replace(self, values=values, solved=solved, pending=tuple(left), contradictions=tuple(false))

    def _lookup(self, values: Mapping[str, Value]) -> dict[str, Value]:
        return {**{f"env.{name}": value for name, value in self.environment.items()}, **values}

    def judge(
        self, where: tuple[tuple[str, Expression], ...], types: tuple[str | None, str | None], line: int
    ) -> Unification:
        """The result, with the relations of `where` and the exception types (wanted, found) compared too."""
        known = self._lookup(self.values)
        verdicts = [(text, relation, evaluate(relation, known)) for text, relation in where]
        false = [
            *self.contradictions,
            *(
                _untrue(text, relation, known)
                for text, relation, verdict in verdicts
                if verdict is not None and not verdict
            ),
            *_other_type(*types),
        ]
        if false:
            outcome = Outcome.CONTRADICTED
        elif self.pending or any(verdict is None for _, _, verdict in verdicts):
            outcome = Outcome.UNKNOWN
        else:
            outcome = Outcome.SOLVED if self.solved else Outcome.EXACT
        return Unification(outcome, self.values, self.solved, tuple(false), line)


TYPO = 2
"""Edits by which a retyped exception type may differ."""


def last_name(type_name: str) -> str:
    """The exception type that decides: the last dotted name, of `RayTaskError(ValueError)` the inner one."""
    inner = type_name.rstrip(") ").rpartition("(")[2]
    return inner.rpartition(".")[2]


def _same_type(wanted: str, found: str) -> bool:
    """Whether two last names mean one exception: equal, aliases (`IOError` is `OSError`), or `found` retyped or
    cut by a letter or two (`alueError`), which no name of Python's own is taken for."""
    ours, theirs = getattr(builtins, wanted, None), getattr(builtins, found, None)
    if wanted == found or (ours is not None and ours is theirs):
        return True
    return theirs is None and OSA.distance(wanted, found, score_cutoff=TYPO) <= TYPO


def _other_type(wanted: str | None, found: str | None) -> tuple[Contradiction, ...]:
    if not wanted or not found or _same_type(last_name(wanted), last_name(found)):
        return ()
    said: dict[str, Value] = {"expected": last_name(wanted), "actual": last_name(found)}
    return (Contradiction("type", said["expected"], said["actual"], Phrase("contradiction.type", said)),)


def _untrue(text: str, relation: Expression, known: Mapping[str, Value]) -> Contradiction:
    used = sorted(names(relation))
    told = (name for name in used if name in known and not isinstance(known[name], OpenRun))
    numbers = ", ".join(f"{name} = {known[name]}" for name in told)
    return Contradiction(
        text, True, False, Phrase("contradiction.where", {"expression": text, "numbers": numbers})
    )


def _unequal(
    hole: Hole, expression: Expression, expected: Value, actual: int, known: Mapping[str, Value]
) -> Contradiction:
    """The reason in numbers: no multiple of the named factors, another quotient, or simply another number."""
    said: dict[str, Value] = {"expression": hole.text, "expected": expected, "actual": actual}
    named, constant = factors(expression, known)
    product = 1
    for factor in named:
        product *= factor
    if not named or product == 0:
        return Contradiction(hole.text, expected, actual, Phrase("contradiction.unequal", said))
    said["factors"] = "*".join(str(factor) for factor in named)
    if actual % product:
        return Contradiction(hole.text, expected, actual, Phrase("contradiction.no_multiple", said))
    said |= {"quotient": actual // product, "wanted": constant}
    return Contradiction(hole.text, expected, actual, Phrase("contradiction.quotient", said))
