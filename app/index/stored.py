"""Rows of the index -> domain objects."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from app.articles.model import Article, Problem, Section, Unchanged
from app.index.model import ArticleItem, Dossier, PageText, SectionText, SignatureTag
from app.index.records import ARTICLES, EVENTS, PAGES_EACH, ROWS_EACH
from app.text.tokens import fold

_PROBLEMS: TypeAdapter[tuple[Problem, ...]] = TypeAdapter(tuple[Problem, ...])


def stored_article(connection: sqlite3.Connection, number: int) -> Article:
    """The whole article with the row id `number`. Raises KeyError when there is none, sqlite3.Error."""
    row = connection.execute("SELECT head FROM articles WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise KeyError(number)
    article = ARTICLES.validate_json(row[0])
    first = number * PAGES_EACH
    sections: dict[int, list[Section]] = {}
    for page, *columns in connection.execute(
        "SELECT page, key, title, html, text FROM sections WHERE id BETWEEN ? AND ? ORDER BY id",
        (first * ROWS_EACH, (first + PAGES_EACH) * ROWS_EACH - 1),
    ):
        sections.setdefault(page, []).append(Section(*columns))
    pages = {
        language: replace(
            article.pages[language],
            title=title,
            summary=summary,
            body=body,
            sections=tuple(sections.get(page, ())),
        )
        for page, language, title, summary, body in connection.execute(
            "SELECT id, language, title, summary, body FROM pages WHERE id BETWEEN ? AND ? ORDER BY id",
            (first, first + PAGES_EACH - 1),
        )
    }
    return replace(article, pages=pages)


def stored_entries(connection: sqlite3.Connection) -> dict[tuple[str, str, str], Unchanged]:
    """(area, slug, digest) -> each article without what it says. Raises sqlite3.Error."""
    fields = ", ".join(
        f"json_extract(head, '$.{name}')" for name in ("area", "path", "name", "aliases", "problems")
    )
    rows = connection.execute(f"SELECT slug, digest, {fields} FROM articles")  # noqa: S608 -- our own names
    return {
        (area, slug, digest): Unchanged(
            slug, digest, Path(path), name, tuple(json.loads(aliases)), _PROBLEMS.validate_json(problems)
        )
        for slug, digest, area, path, name, aliases, problems in rows
    }


def _texts(connection: sqlite3.Connection, number: int) -> tuple[dict[str, str], dict[str, str]]:
    rows = connection.execute(
        "SELECT language, title, summary FROM pages WHERE article = ? ORDER BY id", (number,)
    ).fetchall()
    return {row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows}


def _families(connection: sqlite3.Connection, number: int) -> tuple[str, ...]:
    rows = connection.execute("SELECT family FROM families WHERE article = ? ORDER BY family", (number,))
    return tuple(row[0] for row in rows)


def stored_item(connection: sqlite3.Connection, number: int) -> ArticleItem:
    """The article with this row id as lists show it. Raises KeyError, sqlite3.Error."""
    row = connection.execute("SELECT head FROM articles WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise KeyError(number)
    article = ARTICLES.validate_json(row[0])
    titles, summaries = _texts(connection, number)
    return ArticleItem(
        slug=article.slug,
        aliases=article.aliases,
        status=article.status,
        heirs=article.heirs,
        titles=titles,
        summaries=summaries,
        source=article.source,
        software=article.software,
        kind=article.kind,
        families=_families(connection, number),
        languages=(article.source, *sorted(titles.keys() - {article.source})),
        updated=article.updated,
        tags=article.tags,
    )


def stored_dossier(connection: sqlite3.Connection, number: int) -> Dossier:
    """What matching needs of the article with this row id. Raises KeyError, sqlite3.Error."""
    row = connection.execute("SELECT head, events FROM articles WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise KeyError(number)
    article = ARTICLES.validate_json(row[0])
    titles, summaries = _texts(connection, number)
    return Dossier(
        slug=article.slug,
        software=article.software,
        kind=article.kind,
        status=article.status,
        source=article.source,
        titles=titles,
        summaries=summaries,
        signatures=article.signatures,
        families=_families(connection, number),
        affected=article.affected,
        hardware=article.hardware,
        workaround=article.workaround,
        refs=article.refs,
        tell_apart=article.tell_apart,
        reports=EVENTS.validate_json(row[1]),
    )


def stored_text(connection: sqlite3.Connection, page: int) -> PageText:
    """The text of the page with this row id. Raises KeyError, sqlite3.Error."""
    head = connection.execute("SELECT title, summary FROM pages WHERE id = ?", (page,)).fetchone()
    if head is None:
        raise KeyError(page)
    rows = connection.execute("SELECT key, title, text FROM sections WHERE page = ? ORDER BY id", (page,))
    sections = tuple(SectionText(key, title, text, fold(f"{title}\n{text}")) for key, title, text in rows)
    return PageText(fold(f"{head[0]}\n{head[1]}"), fold(head[1]), sections)


def stored_tags(
    connection: sqlite3.Connection, where: str, values: tuple[str, ...]
) -> tuple[SignatureTag, ...]:
    """The signature tags that `where` leaves (an SQL condition of ours, or nothing), by template. Raises
    sqlite3.Error."""
    rows = connection.execute(
        "SELECT tag, template, error, type, signatures.family, slug FROM signatures"  # noqa: S608 -- fixed texts
        f" JOIN articles ON articles.id = article {where} ORDER BY template, tag, slug, ordinal",
        values,
    )
    grouped: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        grouped.setdefault(row[0], []).append(row)
    return tuple(
        SignatureTag(
            id=tag,
            template=same[0][1],
            error=same[0][2],
            type=next((row[3] for row in same if row[3]), None),
            family=next((row[4] for row in same if row[4]), None),
            slugs=tuple(dict.fromkeys(row[5] for row in same)),
        )
        for tag, same in grouped.items()
    )
