"""What an index says, apart from row ids and the moment of the build: for comparing two of them."""

from __future__ import annotations

import sqlite3

from app.index.open import Index

TABLES = {
    "aliases": "alias", "families": "family", "labels": "label", "templates": "template",
    "anchors": "gram, anchor", "frames": "function", "refs": "ref, role",
    "signatures": "ordinal, tag, template, error, type, signatures.family",
}  # fmt: skip
"""Tables with a column `article`, and their other columns."""


def dump(index: Index) -> dict[str, list[tuple[object, ...]]]:
    """Everything the index says, sorted, by table; full text as (word, column, article)."""
    rows = index.reader.rows
    said = {
        table: sorted(
            rows(f"SELECT {columns}, slug FROM {table} JOIN articles ON articles.id = article"),  # noqa: S608
            key=repr,
        )
        for table, columns in TABLES.items()
    }
    said["words"] = rows("SELECT word, reports, prose FROM words ORDER BY word")
    said["problems"] = rows("SELECT * FROM problems ORDER BY id")
    said["articles"] = rows(
        "SELECT slug, digest, stamp, head, events, told, written FROM articles ORDER BY slug"
    )
    said["sections"] = rows(
        "SELECT slug, language, key, sections.title, html, text FROM sections JOIN pages ON pages.id = page"
        " JOIN articles ON articles.id = article ORDER BY slug, language, sections.id"
    )
    said["meta"] = rows("SELECT key, value FROM meta WHERE key != 'built_at' ORDER BY key")
    slugs = dict(rows("SELECT id, slug FROM articles"))
    pages = {row[0]: f"{slugs[row[1]]} {row[2]}" for row in rows("SELECT id, article, language FROM pages")}
    for table, names in (("documents", pages), ("reports", slugs), ("prose", slugs)):
        said[table] = sorted((word, names[row]) for word, row in _full_text(index, table))
    return said


def _full_text(index: Index, table: str) -> list[tuple[str, int]]:
    """Every word of a full-text table with the rows that hold it."""
    found: list[tuple[str, int]] = []
    for (word,) in index.reader.run(lambda c: _vocabulary(c, table)):
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ?"  # noqa: S608
        rows = index.reader.rows(sql, (f'"{word}"',))
        found.extend((word, row) for (row,) in rows)
    return found


def _vocabulary(connection: sqlite3.Connection, table: str) -> list[tuple[str]]:
    connection.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_v USING fts5vocab(main, {table}, row)"
    )
    return connection.execute(f"SELECT term FROM temp.{table}_v").fetchall()  # noqa: S608
