"""What holds for every explanation, whatever the numbers: it comes back, is linear, and can be said."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.phrase import Value
from app.shapes.algebra import names
from app.shapes.expressions import parse_expression
from app.shapes.families import FAMILIES
from app.shapes.family import FamilyRow
from app.shapes.lines import Steps, compile_line
from app.shapes.solve import explain, read
from app.words import ROWS

HOSTILE_NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.integers(-(10**17), 10**17),
    st.lists(st.integers(-2, 70000), max_size=6).map(tuple),
    st.lists(st.sampled_from([-1, 0, 1, 2, 4096]), max_size=3).map(tuple),
    st.floats(0, 100),
    st.text(max_size=5),
)
SAID = {row.id: {field for _, field, _, _ in string.Formatter().parse(row.english) if field} for row in ROWS}


def _names(row: FamilyRow) -> set[str]:
    lines = [compile_line(line) for pattern in row.reads for line in pattern.split("\n")]
    derived = {name for name, _ in row.derive}
    return {hole.name for line in lines for hole in line.holes if hole.binds} | derived


@given(st.data())
def test_a_solver_takes_any_numbers_and_says_a_whole_sentence(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(FAMILIES))
    values: dict[str, Value] = data.draw(
        st.dictionaries(st.sampled_from(sorted(_names(row) | {"x"})), HOSTILE_NUMBERS)
    )
    finding = row.solver.solve(values)
    assert SAID[finding.sentence.id] <= set(finding.sentence.values), finding.sentence
    assert all(isinstance(number, int) for number in finding.telling)


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.id)
def test_a_row_only_speaks_of_names_that_its_patterns_bind(row: FamilyRow) -> None:
    bound = _names(row) | {"free_bytes"}  # solved, not read: vLLM prints it without a unit
    for side in row.sides:
        assert side.name in bound
        assert not side.label or side.label in bound
    if row.requires:
        assert names(parse_expression(row.requires)) <= bound
    for _, expression in row.derive:
        assert names(parse_expression(expression)) <= bound


@given(st.text() | st.lists(st.sampled_from([row.sample for row in FAMILIES])).map("\n".join))
def test_explaining_never_raises(text: str) -> None:
    explain(text)


@given(st.sampled_from(FAMILIES), st.integers(0, 200), st.text("0123456789-,x[](){}'. ", max_size=6))
def test_a_damaged_sample_never_raises(row: FamilyRow, at: int, damage: str) -> None:
    explain(row.sample[:at] + damage + row.sample[at + len(damage) :])
    explain(row.sample[:at])


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.id)
def test_a_requirement_can_be_said_without_numbers(row: FamilyRow) -> None:
    assert not SAID[row.requirement]


HOSTILE = [
    "a",
    "[1, ",
    "size mismatch for ",
    "shape '[1]' is invalid for ",
    "is not divisible by ",
    "a\n",
    "7 ",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_text_is_at_most_twice_the_work(unit: str) -> None:
    work = []
    for size in (6_000, 12_000):
        steps = Steps()
        list(read(unit * (size // len(unit)), None, steps))
        work.append(steps.count)
    assert work[1] <= 2 * work[0] + 2_000


@given(st.integers(1, 300), st.sampled_from([1, 16, 64, 128]), st.integers(2, 700), st.integers(2, 700))
def test_the_needed_dimension_makes_the_reshape_right(blocks: int, page: int, asked: int, there: int) -> None:
    size = blocks * page * there
    found = explain(f"shape '[{blocks}, {page}, {asked}]' is invalid for input of size {size}")
    assert found is not None
    if asked != there:
        dim, needed = found.solved["dim"], found.solved["needed"]
        shape = [blocks, page, asked]
        shape[int(str(dim))] = int(str(needed))
        assert shape[0] * shape[1] * shape[2] == size
