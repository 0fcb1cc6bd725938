"""The tables of the index. It is derived from the articles and disposable: a new form needs no migration."""

from __future__ import annotations

import sqlite3

from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import registry
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel

VERSION = 1
"""Goes into the digest of every index: raise it when rows are made in another way."""

_SPACES_ONLY = "ascii tokenchars ''_-.''"
"""Words are cut in `app/text/tokens.py`; FTS5 only splits at spaces. Identifiers need these three within a
word."""

FULL_TEXT = (
    "CREATE VIRTUAL TABLE documents USING fts5(title, error, identifiers, headings, summary, tags, body,"
    f" content='', tokenize='{_SPACES_ONLY}')",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(documents, row)",
    f"CREATE VIRTUAL TABLE reports USING fts5(text, content='', detail=none, tokenize='{_SPACES_ONLY}')",
    f"CREATE VIRTUAL TABLE prose USING fts5(text, content='', detail=none, tokenize='{_SPACES_ONLY}')",
)
"""`documents` has a row per page (rowid = pages.id); the other two a row per article (rowid =
articles.id)."""

WEIGHTS = (10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 1.0)
"""bm25 weights of the columns of `documents`: a title says more than an error text, that more than prose."""


class Row(SQLModel, registry=registry()):
    """Base of the index tables, apart from the tables of the state."""


class MetaRow(Row, table=True):
    """Facts about the file itself: digest, fingerprint, built_at."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True)
    value: str


class ArticleRow(Row, table=True):
    """One article without its pages."""

    __tablename__ = "articles"
    id: int = Field(primary_key=True)
    slug: str = Field(unique=True)
    digest: str
    """Digest of the bundle's files."""
    stamp: str
    """Changes with everything that the rows are made from."""
    status: str
    software: str
    kind: str
    source: str
    updated: str = Field(index=True)
    head: str
    """JSON of the Article with empty pages."""
    events: str
    """JSON of the errors read from each example."""
    told: int
    """Distinct words of its known reports."""
    written: int
    """Distinct words of its own text."""


class PageRow(Row, table=True):
    """One language of an article."""

    __tablename__ = "pages"
    id: int = Field(primary_key=True)
    article: int = Field(index=True)
    language: str
    title: str
    summary: str
    stale: bool
    body: str


class SectionRow(Row, table=True):
    """One rendered section; rows of a page follow each other."""

    __tablename__ = "sections"
    id: int = Field(primary_key=True)
    page: int = Field(index=True)
    key: str
    title: str
    html: str
    text: str


class AliasRow(Row, table=True):
    """A former slug that redirects for ever."""

    __tablename__ = "aliases"
    alias: str = Field(primary_key=True)
    article: int = Field(index=True)


class FamilyRow(Row, table=True):
    """A family of errors that an article's examples and signatures belong to."""

    __tablename__ = "families"
    family: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)


class LabelRow(Row, table=True):
    """A tag that the author gave."""

    __tablename__ = "labels"
    label: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)


class SignatureRow(Row, table=True):
    """One signature of an article, under the tag of its template."""

    __tablename__ = "signatures"
    id: int = Field(primary_key=True)
    article: int = Field(index=True)
    ordinal: int
    tag: str = Field(index=True)
    template: str
    error: str
    type: str | None
    family: str | None


class TemplateRow(Row, table=True):
    """The template of an error line of an example or signature: the exact route to an article."""

    __tablename__ = "templates"
    template: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)


class AnchorRow(Row, table=True):
    """The longest literal piece of a signature, found by a short piece of it."""

    __tablename__ = "anchors"
    gram: str = Field(primary_key=True)
    anchor: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)


class FrameRow(Row, table=True):
    """A function named by a signature or met in an example's stack trace."""

    __tablename__ = "frames"
    function: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)


class RefRow(Row, table=True):
    """A public reference that an article stands on."""

    __tablename__ = "refs"
    ref: str = Field(primary_key=True)
    article: int = Field(primary_key=True, index=True)
    role: str


class WordRow(Row, table=True):
    """The root of a word (see `wording`): in how many articles' reports and prose it stands."""

    __tablename__ = "words"
    word: str = Field(primary_key=True)
    reports: int
    prose: int


class ProblemRow(Row, table=True):
    """What is wrong in the content tree."""

    __tablename__ = "problems"
    id: int = Field(primary_key=True)
    file: str
    line: int
    message: str
    remedy: str
    level: str


TABLES: tuple[type[Row], ...] = (
    MetaRow, ArticleRow, PageRow, SectionRow, AliasRow, FamilyRow, LabelRow, SignatureRow, TemplateRow,
    AnchorRow, FrameRow, RefRow, WordRow, ProblemRow,
)  # fmt: skip

_CLUSTERED = (AliasRow, FamilyRow, LabelRow, TemplateRow, AnchorRow, FrameRow, RefRow, WordRow)
"""Looked up by key only: kept in the B-tree of the key itself."""


def create(connection: sqlite3.Connection) -> None:
    """Makes every table and index in an empty database."""
    dialect = sqlite.dialect()
    for model in TABLES:
        table = model.__table__  # type: ignore[attr-defined]  # SQLModel adds it to table classes
        suffix = " WITHOUT ROWID" if model in _CLUSTERED else ""
        connection.execute(str(CreateTable(table).compile(dialect=dialect)).rstrip() + suffix)
        for index in table.indexes:
            connection.execute(str(CreateIndex(index).compile(dialect=dialect)))
    for statement in FULL_TEXT:
        connection.execute(statement)


def insert_into(model: type[Row]) -> str:
    """The INSERT statement that takes the columns of `model` in the order of its fields."""
    table = model.__table__  # type: ignore[attr-defined]
    places = ", ".join("?" for _ in table.columns)
    return f"INSERT INTO {table.name} VALUES ({places})"  # noqa: S608 -- our own names
