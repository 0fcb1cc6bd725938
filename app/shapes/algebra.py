"""What an expression needs and how it is solved: its names, and the one unknown that makes it true."""

from __future__ import annotations

from collections.abc import Mapping

from app.phrase import Value
from app.shapes.expressions import evaluate, number
from app.shapes.nodes import Arithmetic, Call, Constant, Element, Expression, Members, Name, Relation


def names(expression: Expression) -> frozenset[str]:
    """Every name that `expression` uses, `env.name` among them."""
    match expression:
        case Name(name):
            return frozenset({name})
        case Constant():
            return frozenset()
        case Element(run, _):
            return names(run)
        case Arithmetic(_, left, right):
            return names(left) | names(right)
        case Relation(first, links):
            return names(first).union(*(names(right) for _, right in links))
        case Call(_, parts) | Members(parts):
            return frozenset().union(*(names(part) for part in parts))


def solve_for(expression: Expression, target: int, values: Mapping[str, Value]) -> tuple[int | None, bool]:
    """The value of the one unbound name that makes `expression` equal `target`, and whether there can be one.

    (x, True): solved. (None, True): not solvable here. (None, False): no integer does it, a contradiction.
    Only + - and * are undone; an expression that divides by the unknown, or squares it, is not solved.
    """
    line = _affine(expression, values)
    if line is None:
        return None, True
    slope, constant = line
    if slope == 0:
        return None, constant == target
    solution, rest = divmod(target - constant, slope)
    return (solution, True) if rest == 0 else (None, False)


def _affine(expression: Expression, values: Mapping[str, Value]) -> tuple[int, int] | None:
    """`expression` as slope * unknown + constant, None when it is not of that form."""
    known = number(evaluate(expression, values))
    if known is not None:
        return 0, known
    if isinstance(expression, Name):
        return 1, 0
    if not isinstance(expression, Arithmetic):
        return None
    left, right = _affine(expression.left, values), _affine(expression.right, values)
    if left is None or right is None:
        return None
    if expression.operator in ("+", "-"):
        sign = 1 if expression.operator == "+" else -1
        return left[0] + sign * right[0], left[1] + sign * right[1]
    if expression.operator == "*" and not (left[0] and right[0]):
        return left[0] * right[1] + right[0] * left[1], left[1] * right[1]
    return None


def factors(expression: Expression, values: Mapping[str, Value]) -> tuple[tuple[int, ...], int]:
    """A product taken apart: the numbers of its bound names, and its constant; no names for anything else."""
    named: list[int] = []
    constant = 1
    parts = [expression]
    while parts:
        part = parts.pop(0)
        if isinstance(part, Arithmetic) and part.operator == "*":
            parts[:0] = [part.left, part.right]
        elif isinstance(part, Constant) and isinstance(part.value, int):
            constant *= part.value
        else:
            value = number(evaluate(part, values))
            if value is None or not isinstance(part, Name | Element | Call):
                return (), 1
            named.append(value)
    return tuple(named), constant
