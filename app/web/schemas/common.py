"""The JSON of API v1 (design contract, section 9): what several answers share.

Every key is always present; unknown is null; lists are never null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from app.articles.model import Ref, TellApart, Workaround
from app.phrase import Phrase

Say = Callable[[Phrase], str]
Number = int | float | str | bool | list[int] | list[str]


def _number(value: object) -> Number:
    return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]


def numbers(values: Mapping[str, object]) -> dict[str, Number]:
    """Values as JSON: tuples become lists."""
    return {name: _number(value) for name, value in values.items()}


def _whole(value: object) -> object:
    """5.0 as 5: JSON and its schemas know one kind of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
"""An integer of a body."""


class Asked(BaseModel):
    """A body that people send: nothing is read as what it is not, `true` is no 1 and `"5"` is no 5."""

    model_config = ConfigDict(strict=True)


class KnownStateOut(BaseModel):
    """What was known of a reference when the article was written."""

    state: str
    date: str | None
    release: str | None
    as_of: str


class RefOut(BaseModel):
    """A reference of an article."""

    id: str
    role: str
    known: KnownStateOut | None

    @classmethod
    def from_ref(cls, ref: Ref) -> RefOut:
        """The reference as JSON."""
        known = ref.known and KnownStateOut(
            state=ref.known.state, date=ref.known.date, release=ref.known.release, as_of=ref.known.as_of
        )
        return cls(id=ref.id, role=ref.role, known=known)


class WorkaroundOut(BaseModel):
    """The thing to copy at 3 a.m. and what it costs."""

    do: str
    costs: str | None

    @classmethod
    def from_workaround(cls, workaround: Workaround | None, language: str) -> WorkaroundOut | None:
        """The work-around in one language, or None."""
        if workaround is None:
            return None
        costs = workaround.costs.get(language) or next(iter(workaround.costs.values()), None)
        return cls(do=workaround.do, costs=costs)


class TellApartOut(BaseModel):
    """What decides between this article and a look-alike."""

    slug: str
    by: str

    @classmethod
    def from_tell_apart(cls, other: TellApart, language: str) -> TellApartOut:
        """The decider in one language."""
        return cls(slug=other.slug, by=other.by.get(language) or next(iter(other.by.values()), ""))
