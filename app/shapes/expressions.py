"""Integer expressions and relations of the signature language, parsed into our own nodes; never `eval`.

Arithmetic: + - * // %, unary minus. Relations: == != < > <= >= in, not in, chained. Functions: FUNCTIONS.
`name` is a bound number, run or word, `name[0]` one element of a run, `env.name` a number of the environment.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from threading import Lock

from app.phrase import Value
from app.shapes.nodes import (
    FUNCTIONS,
    OPERATORS,
    RELATIONS,
    Arithmetic,
    Call,
    Constant,
    Element,
    Expression,
    Members,
    Name,
    OpenRun,
    Relation,
)

BOUND = 2**96
"""No value of an expression may be larger; one that would be is unknown."""
LONGEST = 400
"""Characters of the longest expression."""


class SignatureError(ValueError):
    """A signature that cannot be used: what is wrong and what to do about it."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy


_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_COMPARE: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}
_ALLOWED = re.compile(r"[\w\s+\-*/%()\[\].,<>=!'\"]*", re.ASCII)
_DIGITS_THEN_LETTERS = re.compile(r"\b\d+[A-Za-z_]")
_REMEDY = (
    "write integers, names, env.name, + - * // %, == != < <= > >= in, "
    f"name[0], name[-1] and the functions {', '.join(FUNCTIONS)}"
)


_PARSING = Lock()
"""CPython 3.11 counts the depth of a tree for the whole interpreter: two threads that parse at once can end in a
SystemError (python/cpython#106905)."""


def parse_expression(text: str) -> Expression:
    """The expression that `text` says. Raises SignatureError with the remedy."""
    if len(text) > LONGEST:
        raise SignatureError(f"expression of {len(text)} characters", f"write at most {LONGEST}")
    if not _ALLOWED.fullmatch(text) or _DIGITS_THEN_LETTERS.search(text):
        raise SignatureError(f"expression {text!r} is not of this language", _REMEDY)
    try:
        with _PARSING:
            tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as wrong:
        raise SignatureError(f"expression {text!r} cannot be read", _REMEDY) from wrong
    return _node(tree.body, text)


def _node(tree: ast.expr, text: str) -> Expression:
    if isinstance(tree, ast.Constant | ast.Name | ast.Attribute):
        return _leaf(tree, text)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return Arithmetic("-", Constant(0), _node(tree.operand, text))
    if isinstance(tree, ast.BinOp) and type(tree.op) in _BINARY:
        return Arithmetic(_BINARY[type(tree.op)], _node(tree.left, text), _node(tree.right, text))
    if isinstance(tree, ast.Compare):
        links = zip((_COMPARE.get(type(op), "") for op in tree.ops), tree.comparators, strict=True)
        return Relation(_node(tree.left, text), tuple(_link(op, right, text) for op, right in links))
    if isinstance(tree, ast.Subscript):
        return Element(_node(tree.value, text), _index(tree.slice, text))
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
        return _call(tree.func.id, tree.args, text)
    raise SignatureError(f"expression {text!r} is not of this language", _REMEDY)


def _leaf(tree: ast.Constant | ast.Name | ast.Attribute, text: str) -> Expression:
    if isinstance(tree, ast.Name):
        return Name(tree.id)
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name) and tree.value.id == "env":
        return Name(f"env.{tree.attr}")
    if isinstance(tree, ast.Constant) and type(tree.value) in (int, str) and _small(tree.value):
        return Constant(tree.value)  # type: ignore[arg-type]
    raise SignatureError(f"expression {text!r} has a part that is no integer, word or name", _REMEDY)


def _small(value: object) -> bool:
    return not isinstance(value, int) or abs(value) <= BOUND


def _link(relation: str, right: ast.expr, text: str) -> tuple[str, Expression]:
    if not relation:
        raise SignatureError(f"expression {text!r} has a relation unknown here", _REMEDY)
    if relation in ("in", "not in") and isinstance(right, ast.Tuple | ast.List):
        return relation, Members(tuple(_node(item, text) for item in right.elts))
    return relation, _node(right, text)


def _index(tree: ast.expr, text: str) -> int:
    sign = 1
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        sign, tree = -1, tree.operand
    if isinstance(tree, ast.Constant) and type(tree.value) is int and tree.value < 64:
        return sign * tree.value
    raise SignatureError(f"the index in {text!r} is no small integer", "write name[0] or name[-1]")


def _call(function: str, arguments: list[ast.expr], text: str) -> Expression:
    if function not in FUNCTIONS:
        raise SignatureError(f"function {function!r} in {text!r} is unknown", f"use {', '.join(FUNCTIONS)}")
    if not arguments:
        raise SignatureError(
            f"function {function!r} in {text!r} is given nothing", "give it a run or numbers"
        )
    return Call(function, tuple(_node(argument, text) for argument in arguments))


def evaluate(expression: Expression, values: Mapping[str, Value]) -> Value | None:
    """The value of `expression`, True or False for a relation; None where it cannot be known.

    `values` maps names, and `env.name` for numbers of the environment, to what is bound. Unknown:
    an unbound name, a division by zero, an index outside a run, a comparison of unlike things, a value over
    BOUND.
    """
    match expression:
        case Constant(value):
            return value
        case Name(name):
            return values.get(name)
        case Arithmetic(symbol, left, right):
            return _arithmetic(symbol, evaluate(left, values), evaluate(right, values))
        case Element(run, index):
            dims = evaluate(run, values)
            return _element(dims, index)
        case Call(function, arguments):
            return _called(function, [evaluate(argument, values) for argument in arguments])
        case Relation(first, links):
            return _related(first, links, values)
        case Members():
            return None


def number(value: Value | None) -> int | None:
    """`value` when it is a whole number within BOUND, `9351.0` too, else None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and abs(value) <= BOUND else None


def _arithmetic(symbol: str, left: Value | None, right: Value | None) -> int | None:
    a, b = number(left), number(right)
    if a is None or b is None or (symbol in ("//", "%") and b == 0):
        return None
    return number(OPERATORS[symbol](a, b))


def _element(dims: Value | None, index: int) -> Value | None:
    if not isinstance(dims, tuple) or not -len(dims) <= index < len(dims):
        return None
    return dims[index]


def _called(function: str, given: list[Value | None]) -> int | None:
    run = given[0] if len(given) == 1 and isinstance(given[0], tuple) else tuple(given)
    if function == "len":
        return len(run) if isinstance(given[0], tuple) else None
    numbers = tuple(value for value in run if isinstance(value, int))
    if len(numbers) != len(run) or (not numbers and function != "prod"):
        return None
    return number(FUNCTIONS[function](numbers))


def _related(
    left: Expression, links: tuple[tuple[str, Expression], ...], values: Mapping[str, Value]
) -> bool | None:
    """False as soon as one link is false, unknown when one is unknown, else True."""
    verdicts: list[bool | None] = []
    for relation, right in links:
        verdicts.append(_holds(relation, left, right, values))
        left = right
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _holds(relation: str, left: Expression, right: Expression, values: Mapping[str, Value]) -> bool | None:
    a = evaluate(left, values)
    if relation in ("in", "not in"):
        found = _among(a, right, values)
        return None if found is None else found == (relation == "in")
    b = evaluate(right, values)
    if (
        a is None
        or b is None
        or _sort(a) != _sort(b)
        or (relation not in ("==", "!=") and _sort(a) == "word")
    ):
        return None
    return RELATIONS[relation](a, b)


def _among(value: Value | None, right: Expression, values: Mapping[str, Value]) -> bool | None:
    """Whether `value` is an item of a list or of a run."""
    if isinstance(right, Members):
        items = [evaluate(item, values) for item in right.items]
    else:
        run = evaluate(right, values)
        items = list(run) if isinstance(run, tuple) else [None]
        items += [None] if isinstance(run, OpenRun) else []
    if value is None or (None in items and value not in items):
        return None
    return value in items


def _sort(value: Value) -> str:
    if isinstance(value, int | float):
        return "number"
    return "word" if isinstance(value, str) else "run"
