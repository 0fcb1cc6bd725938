"""What a voter missed, in words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the text of a vote; votes that are there have none."""
    op.add_column("vote", sa.Column("text", sa.Text()))
