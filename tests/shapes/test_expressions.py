"""Expressions: what they say, what is unknown, what is refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.phrase import Value
from app.shapes.algebra import names, solve_for
from app.shapes.expressions import BOUND, SignatureError, evaluate, parse_expression
from app.shapes.nodes import OpenRun

VALUES: dict[str, Value] = {
    "a": 32,
    "b": 64,
    "zero": 0,
    "big": BOUND,
    "dims": (2, 3, 4),
    "empty": (),
    "word": "left",
    "part": 0.5,
    "whole": 9351.0,
    "env.tp": 4,
    "env.stack": OpenRun(("load_model", "accelerate/hooks.py")),
}
SAYS = [
    ("7", 7),
    ("a", 32),
    ("a*b*656", 1343488),
    ("-a", -32),
    ("a - b - 1", -33),
    ("b // 5", 12),
    ("b % 5", 4),
    ("(a + b) * 2", 192),
    ("len(dims)", 3),
    ("prod(dims)", 24),
    ("prod(empty)", 1),
    ("sum(dims)", 9),
    ("min(dims)", 2),
    ("max(a, b)", 64),
    ("gcd(a, 48)", 16),
    ("abs(a - b)", 32),
    ("dims[0]", 2),
    ("dims[-1]", 4),
    ("env.tp", 4),
    ("a < b", True),
    ("1 < a < b", True),
    ("1 < a < 3", False),
    ("a == b", False),
    ("a != b", True),
    ("a * 16 == b * 8", True),
    ("a % env.tp != 0", False),
    ("dims[-1] in (3, 4)", True),
    ("a not in (1, 2)", True),
    ("3 in dims", True),
    ("a not in dims", True),
    ("word == 'left'", True),
    ("word in ('right', 'up')", False),
    ("part < 1", True),
    ("whole + a > 9382", True),
    ("dims == dims", True),
    ("'load_model' in env.stack", True),
    ("'accelerate/hooks.py' in env.stack", True),
    ("'load_model' not in env.stack", False),
]
UNKNOWN = [
    "'step' in env.stack",
    "'step' not in env.stack",
    "missing",
    "missing + 1",
    "part + 1",
    "a < missing",
    "a // zero",
    "a % zero",
    "dims[7]",
    "a[0]",
    "dims + 1",
    "word + 1",
    "big * 2",
    "env.missing",
    "word == 1",
    "word < 'x'",
    "len(a)",
    "min(empty)",
    "a in (1, missing)",
    "a in b",
    "1 < missing < 3",
]
REFUSED = [
    "",
    "a +",
    "a ** b",
    "a / b",
    "a and b",
    "not a",
    "a if b else 1",
    "lambda: 1",
    "f(a)",
    "len()",
    "open('x')",
    "a.b",
    "env.a.b",
    "__import__('os')",
    "[a for a in dims]",
    "1.5",
    "1e3",
    "0x10",
    "1if a else b",
    "a := 1",
    "dims[a]",
    "dims[1:2]",
    "dims[100]",
    "a is b",
    "len(dims=a)",
    "a;b",
    "a\\b",
    "(" * 300 + "a" + ")" * 300,
    "9" * 200,
    "a" * 500,
    "é",
    "a\x00",
]
SOLVES = [
    ("blocks*64*656", 1343488, {}, (32, True)),
    ("a*b*width", 1343488, {"a": 32, "b": 64}, (656, True)),
    ("x + 1", 7, {}, (6, True)),
    ("7 - x", 2, {}, (5, True)),
    ("2*(x + a)", 10, {"a": 3}, (2, True)),
    ("2*x", 7, {}, (None, False)),
    ("a*x", 7, {"a": 0}, (None, False)),
    ("a*x", 0, {"a": 0}, (None, True)),
    ("x*x", 9, {}, (None, True)),
    ("x // 2", 3, {}, (None, True)),
    ("x % 2", 1, {}, (None, True)),
    ("len(x)", 1, {}, (None, True)),
]


@pytest.mark.parametrize(("text", "wanted"), SAYS)
def test_an_expression_says(text: str, wanted: Value) -> None:
    found = evaluate(parse_expression(text), VALUES)
    assert found == wanted
    assert type(found) is type(wanted)


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_cannot_be_known_is_none(text: str) -> None:
    assert evaluate(parse_expression(text), VALUES) is None


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_of_the_language_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(SignatureError) as refused:
        parse_expression(text)
    assert refused.value.what
    assert refused.value.remedy


@pytest.mark.parametrize(("text", "target", "values", "wanted"), SOLVES)
def test_one_unknown_is_solved(
    text: str, target: int, values: dict[str, Value], wanted: tuple[int | None, bool]
) -> None:
    assert solve_for(parse_expression(text), target, values) == wanted


def test_names_of_an_expression() -> None:
    found = names(parse_expression("a * dims[-1] + len(run) < max(b, env.tp) != 3"))
    assert found == {"a", "dims", "run", "b", "env.tp"}


@given(st.text(max_size=60) | st.text("ab1+-*/%()[].,<>=! '\"inot env.len", max_size=60))
def test_parsing_raises_nothing_but_signature_error(text: str) -> None:
    try:
        expression = parse_expression(text)
    except SignatureError:
        return
    evaluate(expression, VALUES)
    names(expression)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(-(10**6), 10**6), st.integers(0, 10**6))
def test_a_solution_makes_the_expression_true(slope: int, other: int, constant: int, unknown: int) -> None:
    expression = parse_expression("slope*x*other + constant")
    values: dict[str, Value] = {"slope": slope, "other": other, "constant": constant}
    target = slope * other * unknown + constant
    assert solve_for(expression, target, values) == (unknown, True)


def test_threads_may_parse_at_the_same_time() -> None:
    """Without a lock CPython 3.11 now and then answers with SystemError."""
    deep = "(" * 20 + "a" + " + 1)" * 20

    def parse_often(_: int) -> None:
        for _ in range(200):
            parse_expression(deep)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(parse_often, range(8)))
