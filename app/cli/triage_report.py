"""What a triage found: groups with counts, as JSON, as a page in one file, as lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from app.cli.triage import UNREADABLE, Sorted
from app.matching.model import Verdict

SHOWN = 20
"""Files of a group that the page names; the JSON names all."""
VERDICTS = (*(verdict.value for verdict in Verdict), UNREADABLE)
NO_ERROR = "no error found"


@dataclass(frozen=True, slots=True)
class Group:
    """Files that have an article, or a signature that no article covers for sure, in common."""

    name: str
    """Slug, or masked error."""
    id: str | None
    """Of the signature; None for an article and where no error was found."""
    sample: str | None
    """One error of it as it was written."""
    maybe: tuple[str, ...]
    """Slugs that were hypotheses, the most frequent first."""
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Triage:
    """The whole result."""

    rows: tuple[Sorted, ...]
    """In the order of file names."""
    titles: Mapping[str, str]
    """Slug -> title."""
    index: str
    algorithm: str

    @property
    def counts(self) -> dict[str, int]:
        """Verdict -> files."""
        seen = Counter(row.verdict for row in self.rows)
        return {verdict: seen[verdict] for verdict in VERDICTS}

    @property
    def known(self) -> tuple[Group, ...]:
        """Files with a match, by article, the largest group first."""
        return _grouped([row for row in self.rows if row.verdict == Verdict.MATCH], by_article=True)

    @property
    def unknown(self) -> tuple[Group, ...]:
        """Files that no article covers for sure, by signature, the largest group first."""
        rows = [row for row in self.rows if row.verdict in (Verdict.MAYBE, Verdict.NONE)]
        return _grouped(rows, by_article=False)

    @property
    def unreadable(self) -> tuple[Sorted, ...]:
        """Files that were not read; `error` says why."""
        return tuple(row for row in self.rows if row.verdict == UNREADABLE)


def _grouped(rows: Sequence[Sorted], by_article: bool) -> tuple[Group, ...]:
    together: dict[str, list[Sorted]] = {}
    for row in rows:
        together.setdefault(row.slugs[0] if by_article else row.signature or NO_ERROR, []).append(row)
    groups = (_group(name, members, by_article) for name, members in together.items())
    return tuple(sorted(groups, key=lambda group: (-len(group.files), group.name)))


def _group(name: str, members: Sequence[Sorted], by_article: bool) -> Group:
    maybe = Counter(slug for row in members for slug in row.slugs)
    return Group(
        name,
        None if by_article else members[0].signature_id,
        members[0].error,
        () if by_article else tuple(slug for slug, _ in maybe.most_common(3)),
        tuple(row.file for row in members),
    )


def as_json(result: Triage) -> dict[str, Any]:
    """The document of `faultbook triage --json`."""
    return {
        "total": len(result.rows),
        "counts": result.counts,
        "known": [
            {"slug": group.name, "title": result.titles.get(group.name), "count": len(group.files)}
            for group in result.known
        ],
        "unknown": [
            {
                "signature": group.name,
                "id": group.id,
                "count": len(group.files),
                "sample": group.sample,
                "maybe": list(group.maybe),
                "first_file": group.files[0],
            }
            for group in result.unknown
        ],
        "files": [
            {
                "file": row.file,
                "verdict": row.verdict,
                "slug": row.slugs[0] if row.verdict == Verdict.MATCH else None,
                "maybe": list(row.slugs) if row.verdict == Verdict.MAYBE else [],
                "error": row.error,
                "signature": row.signature_id,
                "line": row.line,
            }
            for row in result.rows
        ],
        "index": result.index,
        "algorithm": result.algorithm,
    }


def as_lines(result: Triage) -> Iterator[str]:
    """Count and name of each group, the known first; then what was not read."""
    for group in (*result.known, *result.unknown):
        yield f"{len(group.files):6d}  {group.name}"
    if result.unreadable:
        yield f"{len(result.unreadable):6d}  {UNREADABLE}"


def as_html(result: Triage) -> str:
    """The report as one page that needs nothing else."""
    counts = "".join(f"<li><b>{count}</b> {verdict}</li>" for verdict, count in result.counts.items())
    known = "".join(_known(group, result.titles.get(group.name, group.name)) for group in result.known)
    unknown = "".join(_unknown(group) for group in result.unknown)
    unread = "".join(
        f"<li><code>{escape(row.file)}</code>: {escape(row.error or '')}</li>" for row in result.unreadable
    )
    parts = (("Known", known), ("Not covered", unknown), ("Not read", f"<ul>{unread}</ul>" if unread else ""))
    body = "".join(f"<h2>{title}</h2>{content}" for title, content in parts if content)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Faultbook triage</title>'
        f"<style>{_STYLE}</style></head><body><h1>{len(result.rows)} logs</h1>"
        f'<ul class="counts">{counts}</ul>{body}'
        f"<footer>index {escape(result.index)}, algorithm {escape(result.algorithm)}</footer></body></html>\n"
    )


def _known(group: Group, title: str) -> str:
    return (
        f"<section><h3><b>{len(group.files)}</b> {escape(title)}</h3>"
        f"<p><code>{escape(group.name)}</code></p>{_files(group)}</section>"
    )


def _unknown(group: Group) -> str:
    maybe = ", ".join(f"<code>{escape(slug)}</code>" for slug in group.maybe)
    return (
        f"<section><h3><b>{len(group.files)}</b> <code>{escape(group.name)}</code></h3>"
        + (f"<pre>{escape(group.sample)}</pre>" if group.sample else "")
        + (f"<p>May be: {maybe}</p>" if maybe else "")
        + f"{_files(group)}</section>"
    )


def _files(group: Group) -> str:
    more = len(group.files) - SHOWN
    items = "".join(f"<li><code>{escape(name)}</code></li>" for name in group.files[:SHOWN])
    rest = f"<li>and {more} more</li>" if more > 0 else ""
    return f"<details><summary>files</summary><ul>{items}{rest}</ul></details>"


_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}.counts{display:flex;gap:2rem;list-style:none;padding:0}"
    "section{border-top:1px solid #8885;padding:.5rem 0}h3{font-size:1rem;margin:.2rem 0}"
    "pre{overflow-x:auto}code{overflow-wrap:anywhere}footer{margin-top:2rem;opacity:.7}"
)
