"""The one place where reports ask the shape arithmetic to read a message."""

from __future__ import annotations

from app.shapes.model import Explanation
from app.shapes.solve import explain


def read_family(message: str, error_type: str | None) -> Explanation | None:
    """What the numbers of the message say; None when no family row reads it."""
    return explain(message, error_type) if message else None
