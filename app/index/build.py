"""Library -> index file. Built beside the one in use and swapped; the unchanged articles of the old file
are kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from app.articles.model import Article, Library, Unchanged
from app.index import files, schema
from app.index.errors import BuildFailed, IndexDamaged, IndexMissing
from app.index.fingerprint import fingerprint
from app.index.open import IndexDirectory
from app.index.records import Records, records, stamp
from app.index.stored import stored_article

BATCH = 256
"""Articles whose rows are held in memory before they are written."""
HELD_WORDS = 32 * 1024 * 1024
"""Bytes of word lists that FTS5 holds before it writes them out: fewer pieces to merge (its own number is 1 MiB)."""
_DOCUMENT = "rowid, title, error, identifiers, headings, summary, tags, body"
_PRAGMAS = (
    "journal_mode = OFF",
    "synchronous = OFF",
    "page_size = 4096",
    "cache_size = -65536",
    "temp_store = MEMORY",
)


def digest_of(library: Library) -> str:
    """16 hex digits over everything an index of `library` depends on."""
    total = hashlib.sha256(fingerprint().encode())
    for article in library.entries:
        total.update(f"{article.slug} {stamp(article)}\n".encode())
    for problem in library.problems:
        total.update(f"{problem}\0{problem.level}\n".encode("utf-8", "backslashreplace"))
    return total.hexdigest()[:16]


def build(library: Library, directory: Path, held: IndexDirectory | None = None) -> Path:
    """Writes the index of `library` into `directory` and makes it the one in use; returns its file.

    Nothing is written when the index in use is this one and intact; one that `held` has checked is not read for that
    once more. Raises BuildFailed when it cannot be
    written, or when the index that holds the kept articles was lost or replaced; what serves then serves on.
    """
    try:
        with files.building(directory):
            return _build(library, directory, held)
    except (OSError, sqlite3.Error) as error:
        remedy = "free some space or make the directory writable; the former index still serves"
        raise BuildFailed(directory, f"the index cannot be written ({error})", remedy) from error


def cached_articles(directory: IndexDirectory) -> Callable[[Path, str], Unchanged | None]:
    """For `load_tree`: the articles of the index in use that were made from files with this digest by the
    code that runs now. Finds nothing when there is no such index."""
    try:
        found = directory.current().unchanged()
    except (IndexMissing, IndexDamaged):
        found = {}
    return lambda folder, digest: found.get((folder.parent.name, folder.name, digest))


def _build(library: Library, directory: Path, held: IndexDirectory | None) -> Path:
    digest = digest_of(library)
    named = files.read_current(directory)
    checked = held is not None and held.checked()
    sound = named is not None and (checked or files.intact(directory, named))
    if named and sound and named.digest == digest:
        return directory / named.name
    old = directory / named.name if named and sound else None
    written = directory / f"{files.BUILDING}{os.getpid()}.sqlite"
    try:
        if not (old and _update(old, written, library, digest)):
            _write_all(old, written, library, digest)
        return files.put_in_place(directory, written, digest)
    finally:
        written.unlink(missing_ok=True)


def _write_all(old: Path | None, path: Path, library: Library, digest: str) -> None:
    path.unlink(missing_ok=True)
    with closing(_open(path)) as connection:
        schema.create(connection)
        for table in ("documents", "reports", "prose"):
            connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {HELD_WORDS})")  # noqa: S608
        _fill(connection, enumerate(_whole(old, library.entries), 1))
        _finish(connection, library, digest)


def _whole(old: Path | None, entries: Iterable[Article | Unchanged]) -> Iterator[Article]:
    """The articles, unchanged ones read from the `old` index. Raises BuildFailed when one is not there."""
    with closing(files.connect_read_only(old)) if old else nullcontext() as connection:
        for each in entries:
            article = each if isinstance(each, Article) else _restored(connection, each)
            if article is None:
                raise BuildFailed(
                    old or Path(), "the index that held the unchanged articles is gone", "build again"
                )
            yield article


def _restored(connection: sqlite3.Connection | None, kept: Unchanged) -> Article | None:
    """The stored article where its files lie now, under the aliases that it is granted now."""
    if connection is None:
        return None
    row = connection.execute(
        "SELECT id FROM articles WHERE slug = ? AND digest = ?", (kept.slug, kept.digest)
    ).fetchone()
    if row is None:
        return None
    return replace(stored_article(connection, row[0]), path=kept.path, name=kept.name, aliases=kept.aliases)


def _update(old: Path, path: Path, library: Library, digest: str) -> bool:
    """Writes a copy of `old` with the changed articles replaced. False, and no file, when `old` was made by
    other code or when most of it changed."""
    with closing(files.connect_read_only(old)) as connection:
        made_by = connection.execute("SELECT value FROM meta WHERE key = 'fingerprint'").fetchone()
        if made_by != (fingerprint(),):
            return False
        there = {
            slug: (number, made_from)
            for number, slug, made_from in connection.execute("SELECT id, slug, stamp FROM articles")
        }
    new = {each.slug: stamp(each) for each in library.entries}
    gone = {slug for slug, (_, made_from) in there.items() if new.get(slug) != made_from}
    fresh = [each for each in library.entries if each.slug not in there or each.slug in gone]
    if len(gone) + len(fresh) > len(there) // 2:
        return False
    shutil.copyfile(old, path)
    with closing(_open(path)) as connection:
        _remove(connection, sorted(there[slug][0] for slug in gone))
        first = max((number for number, _ in there.values()), default=0) + 1
        _fill(connection, enumerate(_whole(old, fresh), first))
        connection.execute("DELETE FROM problems")
        connection.execute("DELETE FROM meta")
        _finish(connection, library, digest)
    return True


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    return connection


def _fill(connection: sqlite3.Connection, numbered: Iterable[tuple[int, Article]]) -> None:
    counts: dict[str, Counter[str]] = {"reports": Counter(), "prose": Counter()}
    batch: list[tuple[int, Records]] = []
    for number, article in numbered:
        made = records(article, number)
        counts["reports"].update(made.reports)
        counts["prose"].update(made.prose)
        batch.append((number, made))
        if len(batch) >= BATCH:
            _insert(connection, batch)
            batch.clear()
    _insert(connection, batch)
    _count(connection, counts["reports"], counts["prose"])


def _insert(connection: sqlite3.Connection, batch: list[tuple[int, Records]]) -> None:
    for model in schema.TABLES:
        rows = [row for _, made in batch for row in made.tables.get(model, ())]
        connection.executemany(schema.insert_into(model), rows)
    connection.executemany(
        f"INSERT INTO documents({_DOCUMENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 -- fixed names
        [row for _, made in batch for row in made.documents],
    )
    connection.executemany(
        "INSERT INTO reports(rowid, text) VALUES (?, ?)",
        [(number, " ".join(sorted(made.reports))) for number, made in batch],
    )
    connection.executemany(
        "INSERT INTO prose(rowid, text) VALUES (?, ?)",
        [(number, " ".join(sorted(made.prose))) for number, made in batch],
    )


def _count(connection: sqlite3.Connection, reports: Counter[str], prose: Counter[str], sign: int = 1) -> None:
    rows = (
        (word, sign * reports[word], sign * prose[word]) for word in sorted(reports.keys() | prose.keys())
    )
    connection.executemany(
        "INSERT INTO words VALUES (?, ?, ?) ON CONFLICT (word) DO UPDATE SET"
        " reports = reports + excluded.reports, prose = prose + excluded.prose",
        rows,
    )


def _remove(connection: sqlite3.Connection, numbers: list[int]) -> None:
    """Takes articles out: contentless FTS5 tables need the words that were put in, so they are made again."""
    reports: Counter[str] = Counter()
    prose: Counter[str] = Counter()
    for number in numbers:
        made = records(stored_article(connection, number), number)
        reports.update(made.reports)
        prose.update(made.prose)
        connection.executemany(
            f"INSERT INTO documents(documents, {_DOCUMENT}) VALUES ('delete', ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            made.documents,
        )
        for table, told in (("reports", made.reports), ("prose", made.prose)):
            connection.execute(
                f"INSERT INTO {table}({table}, rowid, text) VALUES ('delete', ?, ?)",  # noqa: S608 -- two fixed names
                (number, " ".join(sorted(told))),
            )
        _remove_rows(connection, number)
    _count(connection, reports, prose, -1)
    connection.execute("DELETE FROM words WHERE reports <= 0 AND prose <= 0")


def _remove_rows(connection: sqlite3.Connection, number: int) -> None:
    connection.execute(
        "DELETE FROM sections WHERE page IN (SELECT id FROM pages WHERE article = ?)", (number,)
    )
    connection.execute("DELETE FROM articles WHERE id = ?", (number,))
    for model in schema.TABLES:
        if "article" in model.model_fields:
            name = model.__tablename__
            connection.execute(f"DELETE FROM {name} WHERE article = ?", (number,))  # noqa: S608 -- our own names


def _finish(connection: sqlite3.Connection, library: Library, digest: str) -> None:
    connection.executemany(
        schema.insert_into(schema.ProblemRow),
        (
            (number, each.file, each.line, each.message, each.remedy, each.level)
            for number, each in enumerate(library.problems, 1)
        ),
    )
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    facts = (("built_at", made_at), ("count", str(len(library.entries))), ("digest", digest))
    made_by = (("fingerprint", fingerprint()), ("schema", str(schema.VERSION)))
    connection.executemany(schema.insert_into(schema.MetaRow), (*facts, *made_by))
    connection.execute("COMMIT")
