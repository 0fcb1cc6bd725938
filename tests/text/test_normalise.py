"""The normal form: what is the same text, what stays apart, and the way back to the original."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text.normalise import normalise, normalise_mapped

SAME = [
    ("list without blanks", "[1,2]", "[1, 2]"),
    ("list with wide blanks", "[ 1 ,  2 ]", "[1, 2]"),
    ("torch.Size", "torch.Size([32001, 4096])", "[32001, 4096]"),
    ("torch.Size without blanks", "torch.Size([1,2])", "[1, 2]"),
    ("empty torch.Size", "torch.Size([])", "[]"),
    ("tuple of NumPy", "(3,4) (5,)", "(3, 4) (5,)"),
    ("Keras None", "(None,224,224,3)", "(None, 224, 224, 3)"),
    ("ONNX Runtime braces", "{1,64}", "{1, 64}"),
    ("curly quotes", "shape ‘[1, 2]’ of “x”", "shape '[1, 2]' of \"x\""),
    ("back ticks", "increase `max_model_len`", "increase 'max_model_len'"),
    ("full-width punctuation", "（32，64）：", "(32, 64):"),
    ("full-width digits", "６５６", "656"),
    ("dashes", "−1 – 2", "-1 - 2"),
    ("non-breaking blank", "size\u00a0mismatch", "size mismatch"),
    ("zero width", "size\u200b mismatch\ufeff", "size mismatch"),
    ("many blanks", "size   \t mismatch", "size mismatch"),
    ("carriage returns", "a\r\nb\rc", "a\nb\nc"),
    ("blank at the end of a line", "a \nb", "a\nb"),
    ("times sign", "154×768", "154x768"),
    ("decomposed letter", "cafe\u0301", "café"),
]
APART = [
    ("thousands outside brackets", "98,304 tokens"),
    ("words in brackets", "(batch,heads)"),
    ("case", "Size Mismatch"),
    ("nested torch.Size", "torch.Size([1, [2]])"),
]
HOSTILE = ["[", "torch.Size([", "[1,", "(1 ", " ", "\u0301", "a\u0301", "［", "x,", "\n", "torch.Size([1 "]


@pytest.mark.parametrize(("given_text", "wanted"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_one_form(given_text: str, wanted: str) -> None:
    assert normalise(given_text) == wanted


@pytest.mark.parametrize("text", [row[1] for row in APART], ids=[row[0] for row in APART])
def test_left_as_it_is(text: str) -> None:
    assert normalise(text) == text


@given(st.text() | st.text("[](){},1 2-torch.Size\n‘’，\u0301é"))
def test_normal_text_is_its_own_normal_form(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(st.text() | st.text("[](){},1 2-torch.Size\n‘’，\u0301é"))
def test_the_map_says_the_same_and_leads_back(text: str) -> None:
    mapped = normalise_mapped(text)
    assert mapped.text == normalise(text)
    assert len(mapped.offsets) == len(mapped.text)
    assert list(mapped.offsets) == sorted(mapped.offsets)
    assert all(0 <= offset < len(text) for offset in mapped.offsets)
    for normal, offset in zip(mapped.text, mapped.offsets, strict=True):
        if normal.isascii() and normal.isalnum() and text.isascii():
            assert text[offset] == normal


def test_the_span_of_a_number_in_the_original() -> None:
    original = "shape ‘torch.Size([32,64])’ is"
    mapped = normalise_mapped(original)
    start = mapped.text.index("64")
    first, last = mapped.span(start, start + 2)
    assert original[first:last] == "64"


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_of_a_megabyte_comes_back(unit: str) -> None:
    normalise(unit * (2**20 // len(unit)))
