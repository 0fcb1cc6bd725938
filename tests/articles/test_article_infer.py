"""Messages -> a signature that fits them, and not its near miss."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.articles.infer import infer
from app.shapes.model import Outcome, SignatureSource
from app.shapes.patterns import Subject, compile_signature, unify
from tests.articles.changes import Case, cases


@pytest.mark.parametrize("case", cases("infer.toml"), ids=lambda case: case["name"])
def test_signatures(case: Case) -> None:
    found = infer(case["messages"], set(case["known"]).__contains__)
    assert (found.error if found else "") == case["error"]
    assert (found.near_miss or "" if found else "") == case["near_miss"]


@settings(max_examples=150, deadline=None)
@given(
    dims=st.lists(st.integers(1, 10**6), min_size=1, max_size=9),
    size=st.integers(0, 10**12),
    words=st.text(alphabet="abc {}[]()'x,.:0123456789-", max_size=40),
)
def test_whatever_is_inferred_fits_its_message(dims: list[int], size: int, words: str) -> None:
    message = f"shape '{dims}' is invalid for input of size {size}, {words}"
    found = infer([message], lambda _: False, "RuntimeError")
    assert found is not None
    signature = compile_signature(SignatureSource(found.error, "RuntimeError"))
    assert unify(signature, Subject(message, "RuntimeError")).outcome is Outcome.EXACT
    if found.near_miss:
        near_miss = unify(signature, Subject(found.near_miss, "RuntimeError"))
        assert near_miss.outcome not in (Outcome.EXACT, Outcome.SOLVED)


def test_nothing_from_nothing() -> None:
    assert infer([], lambda _: False) is None
    assert infer(["  "], lambda _: False) is None
