"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create every table of the first version."""
    op.create_table(
        "live",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("value", sa.Text()),
        sa.Column("etag", sa.String()),
        sa.Column("etag_for", sa.String()),
        sa.Column("fetched_at", TIME),
        sa.Column("error", sa.Text()),
        sa.Column("next_try", TIME),
        sa.Column("next_viewed", TIME),
        sa.Column("viewed_at", TIME),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
    )
    op.create_index("ix_live_changed_at", "live", ["changed_at"])
    op.create_table(
        "lease",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", TIME, nullable=False),
    )
    op.create_table(
        "host",
        sa.Column("host", sa.String(), primary_key=True),
        sa.Column("blocked_until", TIME),
        sa.Column("reason", sa.Text()),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("quota", sa.Integer()),
        sa.Column("remaining", sa.Integer()),
        sa.Column("reset_at", TIME),
    )
    _create_reader_tables()


def _create_reader_tables() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
    )
    op.create_index("ix_report_expires_at", "report", ["expires_at"])
    op.create_table(
        "vote",
        sa.Column("slug", sa.String(), primary_key=True),
        sa.Column("voter", sa.String(), primary_key=True),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_table(
        "gap",
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("first_seen", TIME, nullable=False),
        sa.Column("last_seen", TIME, nullable=False),
    )
    op.create_index("ix_gap_count", "gap", ["count"])
    op.create_table(
        "counter",
        sa.Column("bucket", sa.String(), primary_key=True),
        sa.Column("window", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("used", sa.Integer(), nullable=False),
    )
    op.create_index("ix_counter_window", "counter", ["window"])
