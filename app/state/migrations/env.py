"""Alembic's entry: run the revisions on the connection that `app.state.migrate` hands over."""

from __future__ import annotations

from alembic import context

from app.state.tables import state_registry

context.configure(connection=context.config.attributes["connection"], target_metadata=state_registry.metadata)
with context.begin_transaction():
    context.run_migrations()
