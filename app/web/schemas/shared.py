"""Gaps, shared reports, votes and readiness as JSON."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from app.state.model import Gap
from app.state.votes import LONGEST_TEXT
from app.web.schemas.common import Asked, Whole


class GapOut(BaseModel):
    """Something that people met and no article covers."""

    kind: str
    id: str
    label: str
    count: int
    first_seen: datetime
    last_seen: datetime

    @classmethod
    def from_gap(cls, gap: Gap) -> GapOut:
        """The gap as JSON."""
        return cls(
            kind=gap.kind,
            id=gap.id,
            label=gap.label,
            count=gap.count,
            first_seen=gap.first_seen,
            last_seen=gap.last_seen,
        )


class GapsOut(BaseModel):
    """What people met and no article covers, most met first."""

    items: list[GapOut]
    total: int


class ShareRequest(Asked):
    """A report to share: redacted before it is kept."""

    text: str = Field(json_schema_extra={"pattern": r"\S"})
    expires_days: Whole = Field(default=30, ge=1, le=90)
    language: str = Field(default="en", pattern="^(en|zh)$")


class ShareOut(BaseModel):
    """The address of a shared report, and the token that deletes it (told once)."""

    id: str
    delete_token: str
    url: str
    expires_at: datetime


class SharedOut(BaseModel):
    """A shared report."""

    id: str
    text: str
    language: str
    created_at: datetime
    expires_at: datetime


class VoteRequest(Asked):
    """Did the article help, and what was missing?"""

    slug: str
    helpful: bool
    text: str = Field(default="", max_length=LONGEST_TEXT)
    """Redacted before it is kept, and shown to the operator alone."""


class TallyOut(BaseModel):
    """The votes on one article."""

    slug: str
    up: int
    down: int


class ReadyOut(BaseModel):
    """Whether the index serves, and how the state is."""

    index: str | None
    state: str
