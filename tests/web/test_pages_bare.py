"""Shapes typed without a message are read by the same arithmetic as messages."""

from __future__ import annotations

import pytest

from app.shapes.solve import explain
from app.web.html.bare import FORMS, BareForm, as_message

TYPED = [
    ("2x768 @ 1024x320", "mat1 and mat2 shapes cannot be multiplied (2x768 and 1024x320)"),
    ("[2, 768] @ (1024, 320)", "mat1 and mat2 shapes cannot be multiplied (2x768 and 1024x320)"),
    ("[32,64,576]: 1343488", "shape '[32, 64, 576]' is invalid for input of size 1343488"),
    ("(512,512) vs (306,220)", "operands could not be broadcast together with shapes (512,512) (306,220)"),
    ("[3, 4], [5]", "operands could not be broadcast together with shapes (3,4) (5)"),
    ("RuntimeError: x", "RuntimeError: x"),
    ("", ""),
]


@pytest.mark.parametrize(("typed", "message"), TYPED)
def test_bare_shapes_become_a_message(typed: str, message: str) -> None:
    """Anything else stays as it is."""
    assert as_message(typed) == message


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.sample)
def test_each_form_is_explained(form: BareForm) -> None:
    """Its sample is read by a family, its near miss is no bare form."""
    message = as_message(form.sample)
    assert message != form.sample
    assert explain(message) is not None
    assert form.pattern.fullmatch(form.near_miss) is None
