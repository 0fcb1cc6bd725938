"""The tables of what must not be lost. They have their own metadata: the index is another database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Index, Text, TypeDecorator
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

state_registry = registry()


class UtcTime(TypeDecorator[datetime]):
    """An aware time in UTC on every database; SQLite alone would hand back a naive one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive times, store UTC."""
        del dialect  # the same on both
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The stored time, aware."""
        del dialect
        if value is None:
            return None
        stored: datetime = value
        return stored.replace(tzinfo=UTC) if stored.tzinfo is None else stored.astimezone(UTC)


class StateTable(SQLModel, registry=state_registry):
    """Base of every state table."""


class LiveTable(StateTable, table=True):
    """The last answer about one key of the outside world."""

    __tablename__ = "live"
    __table_args__ = (Index("ix_live_changed_at", "changed_at"),)

    key: str = Field(primary_key=True)
    value: str | None = Field(default=None, sa_type=Text)
    etag: str | None = None
    etag_for: str | None = None
    fetched_at: datetime | None = Field(default=None, sa_type=UtcTime)
    error: str | None = Field(default=None, sa_type=Text)
    next_try: datetime | None = Field(default=None, sa_type=UtcTime)
    next_viewed: datetime | None = Field(default=None, sa_type=UtcTime)
    viewed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    failures: int = 0
    changed_at: datetime = Field(sa_type=UtcTime)


class LeaseTable(StateTable, table=True):
    """Who does a job that only one process may do."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    holder: str
    until: datetime = Field(sa_type=UtcTime)


class HostTable(StateTable, table=True):
    """A host's limits and our circuit."""

    __tablename__ = "host"

    host: str = Field(primary_key=True)
    blocked_until: datetime | None = Field(default=None, sa_type=UtcTime)
    reason: str | None = Field(default=None, sa_type=Text)
    failures: int = 0
    quota: int | None = None
    remaining: int | None = None
    reset_at: datetime | None = Field(default=None, sa_type=UtcTime)


class ReportTable(StateTable, table=True):
    """A shared report: redacted text that expires."""

    __tablename__ = "report"
    __table_args__ = (Index("ix_report_expires_at", "expires_at"),)

    id: str = Field(primary_key=True)
    token_hash: str
    text: str = Field(sa_type=Text)
    language: str
    created_at: datetime = Field(sa_type=UtcTime)
    expires_at: datetime = Field(sa_type=UtcTime)


class VoteTable(StateTable, table=True):
    """One voter's word on one article; voting again replaces it."""

    __tablename__ = "vote"

    slug: str = Field(primary_key=True)
    voter: str = Field(primary_key=True)
    value: int
    at: datetime = Field(sa_type=UtcTime)
    text: str | None = Field(default=None, sa_type=Text)


class GapTable(StateTable, table=True):
    """Something that people had: what no article covers, or an article that was the answer."""

    __tablename__ = "gap"
    __table_args__ = (Index("ix_gap_count", "count"),)

    kind: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    label: str = Field(sa_type=Text)
    count: int
    first_seen: datetime = Field(sa_type=UtcTime)
    last_seen: datetime = Field(sa_type=UtcTime)


class CounterTable(StateTable, table=True):
    """A client's use of a limit in one time window, shared by every process."""

    __tablename__ = "counter"
    __table_args__ = (Index("ix_counter_window", "window"),)

    bucket: str = Field(primary_key=True)
    window: int = Field(primary_key=True, sa_type=BigInteger)
    used: int
