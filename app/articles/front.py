"""The front matter of an article and of a translation, as pydantic models."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from app.articles.references import well_formed
from app.articles.vocabulary import KINDS, canonical_software

SLUG = re.compile(r"[a-z0-9-]{3,80}")


def wrong(message: str, remedy: str) -> PydanticCustomError:
    """The error of a validator, with its remedy."""
    return PydanticCustomError("faultbook", "{what}", {"what": message, "remedy": remedy})


def _software(value: str) -> str:
    known = canonical_software(value)
    if known is None:
        raise wrong(
            f"the software {value!r} is not known", "use an id of app/articles/vocabulary.py or add a row"
        )
    if known != value:
        raise wrong(f"{value!r} is a spelling, not an id", f"write {known}")
    return value


def _kind(value: str) -> str:
    if value not in (kind.id for kind in KINDS):
        raise wrong(f"the kind {value!r} is not known", f"use one of {' '.join(kind.id for kind in KINDS)}")
    return value


def _slug(value: str) -> str:
    if not SLUG.fullmatch(value):
        raise wrong(f"{value!r} is no slug", "use 3 to 80 of a-z 0-9 -")
    return value


def _instead(value: str) -> str:
    return value if value == "none" else _slug(value)


def _day(value: str) -> str:
    try:
        if len(value) == len("2026-11-30"):
            date.fromisoformat(value)
            return value
    except ValueError:
        pass
    raise wrong(f"{value!r} is no date", 'write it as "2026-11-30"')


def _ref(value: str) -> str:
    if not well_formed(value):
        raise wrong(f"{value!r} is no reference", "write owner/repo#n, owner/repo@sha or an https URL")
    return value


def _file(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", value):
        raise wrong(f"{value!r} is no file name", "name a file of examples/ without a folder")
    return value


Text = Annotated[str, StringConstraints(min_length=1)]
Slug = Annotated[str, AfterValidator(_slug)]
Day = Annotated[str, AfterValidator(_day)]
FileName = Annotated[str, AfterValidator(_file)]
RefId = Annotated[str, AfterValidator(_ref)]
Number = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}\.[0-9]$")]


class Strict(BaseModel):
    """No unknown keys, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AffectedFront(Strict):
    """Versions of one package."""

    first: Text | None = Field(default=None, alias="from")
    last_good: Text | None = None
    last_known: Text | None = None
    fixed_in: Text | None = None
    scheme: Literal["pep440", "build", "driver"] = "pep440"


class SignatureFront(Strict):
    """One signature; app/shapes reads its language."""

    error: Text
    type: Text | None = None
    also: list[Text] = []
    where: list[Text] = []
    frames: list[Text] = []
    log_clues: list[Text] = []


class Paste(Strict):
    """A text given here or in a file of examples/."""

    text: Text | None = None
    file: FileName | None = None

    @model_validator(mode="after")
    def _one(self) -> Paste:
        if (self.text is None) == (self.file is None):
            raise wrong("an example needs one of text and file", "give exactly one")
        return self


class ExampleFront(Paste):
    """A paste that is this cause."""

    expect: Literal["match", "maybe"]


class NearMissFront(Paste):
    """A paste that is not this cause."""

    instead: Annotated[str, AfterValidator(_instead)]


class WorkaroundFront(Strict):
    """What to copy, what it costs."""

    do: Text
    costs: Text


class KnownFront(Strict):
    """What was known of a reference at writing."""

    state: Literal["open", "draft", "merged", "landed", "closed", "reverted", "not_found", "unknown"]
    date: Day | None = None
    release: Text | None = None
    as_of: Day


class RefFront(Strict):
    """A public source."""

    id: RefId
    role: Literal["fix", "hardening", "report", "docs"]
    known: KnownFront | None = None


class HardwareFront(Strict):
    """What the article needs of a GPU."""

    vendor: Literal["nvidia", "amd", "intel", "apple", "huawei", "google"] | None = None
    min_capability: Number | None = None
    max_capability: Number | None = None
    min_memory_gib: float | int | None = Field(default=None, gt=0, le=100_000)


class VerifiedFront(Strict):
    """What was read, when, and how sure it makes the article."""

    read: list[Text]
    on: Day
    confidence: Literal["high", "medium", "low"]


class TellApartFront(Strict):
    """What decides between this article and a look-alike."""

    slug: Slug
    by: Text


class ArticleFront(Strict):
    """Front matter of `index.md`."""

    title: Text
    summary: Text
    source: Literal["en", "zh"]
    software: Annotated[str, AfterValidator(_software)]
    kind: Annotated[str, AfterValidator(_kind)]
    affected: dict[Text, AffectedFront] = {}
    signatures: list[SignatureFront]
    examples: list[ExampleFront] = []
    near_misses: list[NearMissFront] = []
    workaround: WorkaroundFront | None = None
    refs: list[RefFront] = []
    hardware: HardwareFront | None = None
    tags: list[Text] = []
    updated: Day
    related: list[Slug] = []
    aliases: list[Slug] = []
    status: Literal["current", "retired", "split"] = "current"
    heirs: list[Slug] = []
    verified: VerifiedFront | None = None
    tell_apart: list[TellApartFront] = []

    @model_validator(mode="after")
    def _consistent(self) -> ArticleFront:
        if self.status == "current" and not self.signatures:
            raise wrong("a current article needs a signature", "write at least one under signatures")
        if (self.status == "split") != bool(self.heirs):
            raise wrong("heirs and status: split go together", "give both or neither")
        return self


class TranslationFront(Strict):
    """Front matter of `index.en.md` or `index.zh.md`."""

    title: Text
    summary: Text
    source_digest: str
    workaround_costs: Text | None = None
    tell_apart: list[TellApartFront] = []
