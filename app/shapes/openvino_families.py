"""OpenVINO."""

from __future__ import annotations

from app.shapes.comparisons import Same
from app.shapes.family import FamilyRow, expected, given
from app.shapes.limits import NoNumbers

OPENVINO: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="openvino.blob",
        requirement="requires.static-shape",
        requires="",
        sides=(expected("want"),),
        solver=NoNumbers(),
        reads=("because model input (shape={{{*want}}}) and blob (shape=({...})) are incompatible",),
        sample="Can't SetBlob with name: conv2d_36_input, because model input (shape={1,32,32,32}) and blob "
        "(shape=(1.32.32.3)) are incompatible",
        near_miss="Can't SetBlob with name: conv2d_36_input",
    ),
    FamilyRow(
        id="openvino.tensor",
        requirement="requires.static-shape",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "The input tensor size is not equal to the model input type: got [{*got}] expecting [{*want}]",
            "The input tensor size is not equal to model port shape: got [{*got}] expecting [{*want}]",
        ),
        sample="The input tensor size is not equal to the model input type: got [1,3,640,640] expecting "
        "[1,3,320,320].",
        near_miss="The input tensor size is not equal",
    ),
    FamilyRow(
        id="openvino.eltwise",
        requirement="requires.broadcast",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Eltwise shape infer input shapes dim index: {dim} mismatch",),
        sample="Eltwise shape infer input shapes dim index: 1 mismatch",
        near_miss="Eltwise shape infer input shapes",
    ),
)
