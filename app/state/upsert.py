"""Insert or update in one statement, the same on both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from app.state.tables import StateTable

Insert = postgresql.Insert | sqlite.Insert


def insert(session: Session, table: type[StateTable], rows: Sequence[Mapping[str, object]]) -> Insert:
    """An insert of `rows` in the session's dialect, to be given its `on_conflict_...`."""
    make = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    return make(table).values([dict(row) for row in rows])


def upsert(
    session: Session, table: type[StateTable], rows: Sequence[Mapping[str, object]], update: Sequence[str]
) -> None:
    """Insert `rows`; where the primary key is there already, set the columns of `update` instead.

    Rows go in the order of their keys, so that two writers never wait for each other crosswise.
    """
    if not rows:
        return
    keys = [column.name for column in table.__table__.primary_key]  # type: ignore[attr-defined]
    ordered = sorted(rows, key=lambda row: tuple(str(row[key]) for key in keys))
    statement = insert(session, table, ordered)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=keys, set_={name: statement.excluded[name] for name in update}
        )
    )
