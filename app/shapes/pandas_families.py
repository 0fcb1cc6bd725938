"""pandas."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Same
from app.shapes.family import FamilyRow, actual, expected, given
from app.shapes.limits import NoNumbers

PANDAS: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="pandas.length",
        requirement="requires.rows",
        requires="values == index",
        sides=(given("values"), expected("index")),
        solver=Equal("values", "index"),
        reads=(
            "Length of values ({values}) does not match length of index ({index})",
            "Length mismatch: Expected axis has {index} elements, new values have {values} elements",
            "Wrong number of items passed {values}, placement implies {index}",
        ),
        sample="Length of values (418) does not match length of index (891)",
        near_miss="Length of values is not known",
    ),
    FamilyRow(
        id="pandas.length-bare",
        requirement="requires.rows",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Length of values does not match length of index",
            "All arrays must be of the same length",
            "Columns must be same length as key",
            "arrays must all be same length",
            "Must have equal len keys and value when setting with an iterable",
            "Lengths must match to compare",
        ),
        sample="Length of values does not match length of index",
        near_miss="Length of values (3) does not match length of index (4)",
    ),
    FamilyRow(
        id="pandas.shape",
        requirement="requires.table",
        requires="values == index",
        sides=(given("values"), expected("index")),
        solver=Same("values", "index"),
        reads=("Shape of passed values is ({*values}), indices imply ({*index})",),
        sample="Shape of passed values is (100, 12), indices imply (100, 14)",
        near_miss="Shape of passed values is unknown",
    ),
    FamilyRow(
        id="pandas.columns",
        requirement="requires.columns",
        requires="names == columns",
        sides=(given("names"), actual("columns")),
        solver=Equal("names", "columns"),
        reads=("{names} columns passed, passed data had {columns} columns",),
        sample="3 columns passed, passed data had 4 columns",
        near_miss="3 columns passed",
    ),
)
