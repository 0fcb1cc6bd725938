"""What the numbers of an error look like: marked in its text, drawn as boxes and bars."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.phrase import Phrase
from app.shapes.model import Explanation, Side
from app.web.picture import draw
from app.web.views.errors import ErrorView, mark
from tests.web import samples


def explained(sides: tuple[Side, ...], failing: int | None = None, requires: str = "r") -> Explanation:
    """An explanation of which only the sides and the kind of requirement matter."""
    return Explanation("f", Phrase(requires), Phrase("s"), {}, {}, sides, failing)


MARKS = [
    (
        "shape '[32, 64, 576]' is invalid for input of size 1343488",
        explained((Side("asked", (32, 64, 576), failing=2), Side("actual", (1343488,)))),
        "shape '[~32~, ~64~, *576*]' is invalid for input of size *1343488*",
    ),
    (
        "The size of tensor a (4) must match the size of tensor b (5) at non-singleton dimension 4",
        explained((Side("left", (4,)), Side("right", (5,)))),
        "The size of tensor a (*4*) must match the size of tensor b (*5*) at non-singleton dimension 4",
    ),
    (
        "mat1 and mat2 shapes cannot be multiplied (154x2048 and 768x320)",
        explained((Side("left", (154, 2048), failing=1), Side("right", (768, 320), failing=0))),
        "mat1 and mat2 shapes cannot be multiplied (~154~x*2048* and *768*x~320~)",
    ),
    (
        "fp8 cache of v2.8 has 8 heads",
        explained((Side("left", (8,)), Side("right", (9,)))),
        "fp8 cache of v2.8 has *8* heads",
    ),
    ("no numbers", None, "no numbers"),
    ("size 7", explained((Side("left", (8,)), Side("right", ()))), "size 7"),
]


@pytest.mark.parametrize(("message", "explanation", "wanted"), MARKS, ids=[row[0][:30] for row in MARKS])
def test_the_deciding_numbers_are_marked(message: str, explanation: Explanation | None, wanted: str) -> None:
    """Failing ones strongly, the rest of their side lightly, digits of names never."""
    signs = {"failing": "*", "side": "~", "": ""}
    shown = "".join(f"{signs[p.role]}{p.text}{signs[p.role]}" for p in mark(message, explanation))
    assert shown == wanted


ADVICE = "CUDA kernel errors might be asynchronously reported at some other API call\nFor debugging consider"
CUTS = [
    (f"CUDA error: invalid argument\n{ADVICE}", 1, "CUDA error: invalid argument"),
    (ADVICE, 2, "CUDA kernel errors might be asynchronously reported at some other API call"),
    ("\n".join("line" for _ in range(12)), 8, "line"),
    ("x" * 200, 1, "x" * 160 + " …"),
]


@pytest.mark.parametrize(("message", "lines", "short"), CUTS, ids=["advice", "advice-alone", "long", "wide"])
def test_a_message_is_cut_where_it_stops_telling(message: str, lines: int, short: str) -> None:
    """What stands open and what is folded are the message; lists have its beginning."""
    view = ErrorView.from_event(samples.event(message=message, explanation=None))
    shown = "".join(piece.text for piece in view.pieces)
    assert len(shown.split("\n")) == lines
    assert view.short == short
    assert "\n".join(part for part in (shown, view.rest) if part) == message


@given(st.text(max_size=200), st.lists(st.integers(0, 99), max_size=3))
def test_marking_loses_no_character(message: str, dims: list[int]) -> None:
    """The pieces joined are the message, whatever it is."""
    pieces = mark(message, explained((Side("left", tuple(dims)), Side("right", (7,))), 1))
    assert "".join(piece.text for piece in pieces) == message


def test_the_picture_writes_a_lone_size_with_the_dimensions_asked_for() -> None:
    """1343488 over 32 and 64 leaves 656, which no one printed: derived."""
    drawing = draw(samples.explanation())
    assert drawing is not None
    asked, actual = drawing.rows
    assert [(box.text, box.role) for box in asked.boxes] == [
        ("32", "same"),
        ("64", "same"),
        ("576", "failing"),
    ]
    assert [(box.text, box.role) for box in actual.boxes] == [
        ("32", "same"),
        ("64", "same"),
        ("656", "derived"),
    ]
    assert (asked.total, actual.total) == ("1179648", "1343488")
    assert [bar.text for bar in drawing.bars] == ["576", "656"]
    assert drawing.bars[0].width < drawing.bars[1].width
    assert {box.x for box in asked.boxes} == {box.x for box in actual.boxes}


RESHAPE = "requires.reshape"
PICTURES = [
    ((), None, RESHAPE, None),
    ((Side("left", (4,)),), None, RESHAPE, None),
    (
        (Side("asked", (32, 64, 576), failing=2), Side("actual", (1343487,))),
        None,
        RESHAPE,
        [["32", "64", "*576"], ["*1343487"]],
    ),
    ((Side("left", (4,)), Side("right", (4,))), 0, "r", [["*4"], ["*4"]]),
    ((Side("asked", (1, 2), failing=1), Side("actual", (0,))), None, RESHAPE, [["1", "*2"], ["1", "*0"]]),
    ((Side("asked", (0, 2), failing=1), Side("actual", (8,))), None, RESHAPE, [["0", "*2"], ["*8"]]),
    # A lone number is a size only where elements are counted; else it is one dimension of its own.
    (
        (Side("model", (1280,)), Side("given", (1, 257, 1024), failing=2)),
        -1,
        "requires.normalised-shape",
        [["*1280"], ["1", "257", "*1024"]],
    ),
    (
        (Side("left", (154, 768), failing=1), Side("right", (2048, 640), failing=0)),
        None,
        "requires.matmul",
        [["154", "*768"], ["*2048", "640"]],
    ),
    (
        (Side("checkpoint", tuple(range(1, 10)), failing=8), Side("model", (*range(1, 9), 10), failing=8)),
        8,
        "r",
        [["…", "4", "5", "6", "7", "8", "*9"], ["…", "4", "5", "6", "7", "8", "*10"]],
    ),
]


@pytest.mark.parametrize(("sides", "failing", "requires", "wanted"), PICTURES)
def test_a_picture_has_a_box_for_each_dimension(
    sides: tuple[Side, ...], failing: int | None, requires: str, wanted: list[list[str]] | None
) -> None:
    """At most six columns, the failing one (*) among them; nothing where there is nothing to compare."""
    drawing = draw(explained(sides, failing, requires))
    if drawing is None:
        assert wanted is None
        return
    marked = ("failing", "derived")
    shown = [["*" * (box.role in marked) + box.text for box in row.boxes] for row in drawing.rows]
    assert shown == wanted


BARS = [
    (
        (Side("asked", (3 * 1024**3,)), Side("capacity", (2 * 1024**3,))),
        "requires.allocation",
        ["*3.00 GiB", "2.00 GiB"],
    ),
    ((Side("actual", (2,)), Side("asked", (4,))), "requires.divisible", ["2", "*4"]),
    ((Side("expected", (32,)), Side("model", (64,))), "requires.concat", ["*32", "64"]),
]


@pytest.mark.parametrize(("sides", "requires", "wanted"), BARS)
def test_lone_numbers_are_bars_with_names(sides: tuple[Side, ...], requires: str, wanted: list[str]) -> None:
    """No boxes beside them; what was asked or given has the colour of the fault (*); bytes are read as GiB."""
    drawing = draw(explained(sides, 0, requires))
    assert drawing is not None
    assert drawing.rows == ()
    assert ["*" * bar.at_fault + bar.text for bar in drawing.bars] == wanted
    assert [bar.role for bar in drawing.bars] == [side.role for side in sides]


def test_bars_that_look_the_same_are_left_out() -> None:
    """32001 against 32000 is told by the boxes."""
    sides = (Side("checkpoint", (32001, 4096), failing=0), Side("model", (32000, 4096), failing=0))
    drawing = draw(explained(sides, 0))
    assert drawing is not None
    assert drawing.bars == ()


def test_sides_aligned_at_their_ends_stand_under_each_other() -> None:
    """A negative failing dimension counts from the end: the last boxes share a column."""
    sides = (Side("model", (1280,)), Side("given", (1, 257, 1024), failing=2))
    drawing = draw(explained(sides, -1))
    assert drawing is not None
    assert drawing.rows[0].boxes[-1].x == drawing.rows[1].boxes[-1].x


@given(
    st.lists(st.lists(st.integers(-9, 10**18), max_size=12).map(tuple), max_size=4),
    st.none() | st.integers(-1, 14),
)
def test_a_picture_is_drawn_for_any_numbers(dims: list[tuple[int, ...]], failing: int | None) -> None:
    """Boxes stand inside the picture and do not overlap."""
    sides = tuple(Side("left", each, failing=failing if failing != -1 else None) for each in dims)
    drawing = draw(explained(sides, failing, RESHAPE))
    if drawing is None:
        return
    for row in drawing.rows:
        for one, two in zip(row.boxes, row.boxes[1:], strict=False):
            assert one.x + one.width < two.x
        assert all(box.x + box.width <= drawing.width for box in row.boxes)
    assert all(0 < bar.width <= drawing.width for bar in drawing.bars)
