"""Versions, GPUs, driver, CUDA, flags and models that a paste tells of."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.reports.parse import parse_text

CASES = tomllib.loads((Path(__file__).parent / "environment.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_environment(case: dict[str, Any]) -> None:
    found = parse_text(case["text"]).environment
    said = {
        "packages": dict(found.packages),
        "gpus": list(found.gpus),
        "driver": found.driver,
        "cuda": found.cuda,
        "models": list(found.models),
        "exact_flags": dict(found.flags),
    }
    expected = {name: value for name, value in case.items() if name in said}
    assert {name: said[name] for name in expected} == expected
    flags = case.get("flags", {})
    assert {name: found.flags.get(name) for name in flags} == flags


def test_bounded() -> None:
    lines = [f"pkg{n}=={n}.0 --flag-{n} {n}" for n in range(5000)]
    found = parse_text("\n".join(["python x.py " + line for line in lines] + lines)).environment
    assert len(found.packages) <= 401
    assert len(found.flags) <= 200
