"""Pastes of the kinds that people send, one table row each: what the report says of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.reports.parse import parse_text

LOGS = Path(__file__).parent / "logs"
CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else (LOGS / case["file"]).read_text(encoding="utf-8")
    report = parse_text(text)
    if case.get("none"):
        assert report.errors == ()
    else:
        error = report.errors[0]
        function = error.frames[-1].function if error.frames else None
        said = {
            "type": error.type,
            "message": error.message,
            "frames": len(error.frames),
            "function": function,
            "first_function": error.frames[0].function if error.frames else None,
            "module": error.frames[-1].module if error.frames else None,
            "line": error.first_line,
            "count": error.count,
            "chain": error.chain,
            "context": list(error.context),
            "family": error.family is not None,
        }
        expected = {name: value for name, value in case.items() if name in said}
        expected.setdefault("type", None)
        if isinstance(expected.get("message"), str):
            expected["message"] = expected["message"].lstrip("\n")
        assert {name: said[name] for name in expected} == expected
        assert not error.wrapper
    if "errors" in case:
        assert len(report.errors) == case["errors"]
        assert [error.wrapper for error in report.errors] == sorted(error.wrapper for error in report.errors)
    messages = [other.message for other in report.errors[1:]]
    assert [message for message in case.get("others", []) if message not in messages] == []
    if "hint" in case:
        assert report.hint is not None
        assert report.hint.id == case["hint"]
        assert list(report.hint.values.get("read", ())) == case.get("read", [])
