"""The development cases: real pastes with their right answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "dev.jsonl"


@dataclass(frozen=True)
class Paste:
    """One case."""

    id: str
    text: str


@cache
def pastes() -> tuple[Paste, ...]:
    """All of them."""
    with DATA.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple(Paste(row["id"], row["text"]) for row in rows)
