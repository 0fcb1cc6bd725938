"""Shapes and sizes typed without a message, written as the message that says the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_RUN = r"[\[(]?\s*(-?\d{1,18}(?:\s*[,x×]\s*-?\d{1,18}){0,11})\s*,?\s*[\])]?"
_PAIR = r"[\[(]?\s*(\d{1,18})\s*[,x×]\s*(\d{1,18})\s*[\])]?"


@dataclass(frozen=True, slots=True)
class BareForm:
    """One way to type shapes."""

    sample: str
    near_miss: str
    pattern: re.Pattern[str]
    message: Callable[[tuple[str, ...]], str]


def _list(run: str) -> str:
    return ", ".join(re.split(r"\s*[,x×]\s*", run.strip()))


FORMS: tuple[BareForm, ...] = (
    BareForm(
        "2x768 @ 1024x320",
        "2x768 @ 1024",
        re.compile(_PAIR + r"\s*@\s*" + _PAIR),
        lambda found: "mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})".format(*found),
    ),
    BareForm(
        "[32, 64, 576] 1343488",
        "32 1343488",
        re.compile(r"[\[(]\s*(-?\d{1,18}(?:\s*,\s*-?\d{1,18}){0,11})\s*[\])]\s*[:/=]?\s*(\d{1,18})"),
        lambda found: f"shape '[{_list(found[0])}]' is invalid for input of size {found[1]}",
    ),
    BareForm(
        "(512, 512) (306, 220)",
        "(512, 512) and then (306, 220)",
        re.compile(_RUN + r"\s*(?:,|\+|vs\.?|and)?\s*(?=[\[(])" + _RUN),
        lambda found: "operands could not be broadcast together with shapes ({}) ({})".format(
            _list(found[0]).replace(" ", ""), _list(found[1]).replace(" ", "")
        ),
    ),
)


def as_message(text: str) -> str:
    """The message of the first form that `text` has; `text` itself when it has none."""
    bare = text.strip()[:400]
    for form in FORMS:
        if found := form.pattern.fullmatch(bare):
            return form.message(found.groups())
    return text
