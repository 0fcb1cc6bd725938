"""The examples of docs/signature-language.md are run as they stand there."""

import ast
import re
from pathlib import Path

import pytest

from app.phrase import Value
from app.shapes.holes import HOLE_TYPES
from app.shapes.model import SignatureSource
from app.shapes.nodes import FUNCTIONS, OPERATORS, RELATIONS
from app.shapes.patterns import FEWEST_LITERALS, Subject, compile_signature, unify

PAGE = (Path(__file__).parents[2] / "docs" / "signature-language.md").read_text(encoding="utf-8")
BLOCKS = [
    dict(line.split(":", 1) for line in block.strip().splitlines())
    for block in re.findall(r"```text\n(error:.*?)```", PAGE, flags=re.DOTALL)
]


@pytest.mark.parametrize("block", BLOCKS, ids=[block["error"].strip()[:40] for block in BLOCKS])
def test_an_example_gives_what_the_page_says(block: dict[str, str]) -> None:
    where = (block["where"].strip(),) if "where" in block else ()
    signature = compile_signature(SignatureSource(block["error"].strip(), where=where))
    found = unify(signature, Subject(block["message"].strip()))
    outcome, *said = re.split(r" (?=\w+=)", block["gives"].strip())
    assert found.outcome == outcome
    values: dict[str, Value] = {
        name: ast.literal_eval(text) for name, text in (pair.split("=", 1) for pair in said)
    }
    assert values.items() <= found.values.items()
    assert bool(values) == (outcome != "contradicted")


def test_the_page_has_examples_of_every_result_that_a_fit_can_have() -> None:
    outcomes = {block["gives"].split()[0] for block in BLOCKS}
    assert outcomes == {"exact", "solved", "unknown", "contradicted"}


def test_the_page_names_every_hole_type_function_and_operator() -> None:
    named = [kind.name for kind in HOLE_TYPES if kind.name not in ("int", "dims", "anything")]
    for word in (*(f":{name}}}" for name in named), *FUNCTIONS, *OPERATORS, *RELATIONS, str(FEWEST_LITERALS)):
        assert word in PAGE, word
