"""An error of a report as signatures see it."""

from __future__ import annotations

from collections.abc import Mapping

from app.phrase import Value
from app.reports.model import ErrorEvent
from app.shapes.patterns import Subject

_NOTHING: Mapping[str, Value] = {}


def subject_of(event: ErrorEvent, environment: Mapping[str, Value] = _NOTHING) -> Subject:
    """The error, the lines around it, those that decide first, and what `env.name` means."""
    return Subject(event.message, event.type, (*event.context, *event.nearby), environment)
