"""Reading JSON that others wrote: each reader returns the wanted type or refuses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from app.live.faults import BadAnswerError
from app.phrase import Phrase

Json = Mapping[str, object]

LONGEST_TEXT = 500
"""Characters of a title or name that are kept."""


def as_object(value: object) -> Json:
    """`value` as a JSON object. Raises BadAnswerError."""
    if isinstance(value, dict):
        return value
    raise BadAnswerError(Phrase("live.wrong_json"))


def as_list(value: object) -> list[object]:
    """`value` as a JSON array. Raises BadAnswerError."""
    if isinstance(value, list):
        return value
    raise BadAnswerError(Phrase("live.wrong_json"))


def text(source: Json, name: str) -> str | None:
    """The text under `name`, cut to a sane length; None where there is none."""
    value = source.get(name)
    return value[:LONGEST_TEXT] if isinstance(value, str) else None


def long_text(source: Json, name: str) -> str:
    """The whole text under `name`, the empty text where there is none; the body limit bounds it."""
    value = source.get(name)
    return value if isinstance(value, str) else ""


def need_text(source: Json, name: str) -> str:
    """The text under `name`. Raises BadAnswerError where there is none."""
    value = text(source, name)
    if value is None:
        raise BadAnswerError(Phrase("live.wrong_json"))
    return value


def number(source: Json, name: str) -> int | None:
    """The integer under `name`, None where there is none."""
    value = source.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag(source: Json, name: str) -> bool:
    """Whether `name` is true."""
    return source.get(name) is True


def inner(source: Json, name: str) -> Json:
    """The object under `name`, an empty one where there is none."""
    value = source.get(name)
    return value if isinstance(value, dict) else {}


def items(source: Json, name: str) -> list[Json]:
    """The objects in the list under `name`; anything else in it is passed over."""
    value = source.get(name)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def when(source: Json, name: str) -> datetime | None:
    """The time under `name` in UTC, None where there is none."""
    return read_time(source.get(name))


def read_time(value: object) -> datetime | None:
    """An ISO 8601 text as a time in UTC; a text without a zone is UTC; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
