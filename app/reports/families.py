"""The one place where reports ask the shape arithmetic to read a message."""

from __future__ import annotations

from app.shapes.model import Explanation


def read_family(message: str, error_type: str | None) -> Explanation | None:
    """The explanation of the first line that a family row reads."""
    return None
