"""Bring the database to this version's schema, one process at a time."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from app.phrase import Phrase
from app.state.errors import SchemaTooNewError

LOCK_KEY = 4_642_011
"""Any number that no other program on the database uses as an advisory lock."""


def migrate(engine: Engine) -> None:
    """Create or upgrade the schema behind `engine`.

    A database that is up to date is only read, so a read-only disk does not matter. On SQLite the write lock,
    on PostgreSQL an advisory lock keeps others out; both end with the transaction.
    Raises SchemaTooNewError where a revision is stored that this version does not know, and the
    database's own errors.
    """
    config = Config()
    config.set_main_option("script_location", "app.state:migrations")
    script = ScriptDirectory.from_config(config)
    with engine.connect().execution_options(faultbook_write=False) as connection:
        if _at_head(connection, script):
            return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
        if _at_head(connection, script):  # another process was first
            return
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _at_head(connection: Connection, script: ScriptDirectory) -> bool:
    current = MigrationContext.configure(connection).get_current_revision()
    known = {revision.revision for revision in script.walk_revisions()}
    if current is not None and current not in known:
        raise SchemaTooNewError(Phrase("state.too_new", {"revision": current}))
    return current == script.get_current_head()
