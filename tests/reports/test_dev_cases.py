"""The development cases as a whole: an error is found in nearly all, and it is the deciding one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.reports.parse import parse_text
from app.text.normalise import normalise
from tests.reports.dev import pastes

DECIDING = tomllib.loads((Path(__file__).parent / "deciding.toml").read_text(encoding="utf-8"))["case"]


def flat(text: str) -> str:
    return "".join(normalise(text).split())


def test_nearly_every_paste_has_an_error() -> None:
    empty = [paste.id for paste in pastes() if not parse_text(paste.text).errors]
    assert len(empty) <= 0.01 * len(pastes()), empty


def test_messages_are_text_of_the_paste() -> None:
    """Nothing is invented: every line of a message stands in the paste, apart from blanks and quotes."""
    invented = []
    for paste in pastes():
        whole = flat(re.sub(r"\n[>\s]*", " ", paste.text))
        invented += [
            (paste.id, error.message)
            for error in parse_text(paste.text).errors
            if any(flat(line) not in whole for line in error.message.split("\n"))
        ]
    assert len(invented) <= 0.02 * len(pastes()), invented


@pytest.mark.parametrize("case", DECIDING, ids=[case["id"] for case in DECIDING])
def test_deciding_error_comes_first(case: dict[str, Any]) -> None:
    text = next(paste.text for paste in pastes() if paste.id == case["id"])
    error = parse_text(text).errors[0]
    assert (error.type or "").rpartition(".")[2] == case.get("type", "")
    assert case["message"] in error.message
    assert len(error.frames) == case.get("frames", len(error.frames))
