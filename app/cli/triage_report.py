"""What a triage found: groups with counts, as JSON, as a page in one file, as lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from app.cli.setting import Desk
from app.cli.triage import KILLED, NOT_REGULAR, UNREADABLE, Sorted
from app.matching.model import Verdict
from app.phrase import Phrase

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


def as_html(result: Triage, desk: Desk) -> str:
    """The report in the desk's language, as one page that needs nothing else."""
    return _Page(result, desk).html()


@dataclass(frozen=True, slots=True)
class _Page:
    """One report, written part by part."""

    result: Triage
    desk: Desk

    def html(self) -> str:
        """The whole page."""
        result = self.result
        counts = "".join(
            f"<li><b>{count}</b> {self._say(verdict)}</li>" for verdict, count in result.counts.items()
        )
        parts = {
            "known": "".join(map(self._known, result.known)),
            "unknown": "".join(map(self._unknown, result.unknown)),
            "unread": "".join(map(self._unread, result.unreadable)),
        }
        body = "".join(f"<h2>{self._say(name)}</h2>{part}" for name, part in parts.items() if part)
        return (
            f'<!doctype html><html lang="{self.desk.language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{self._say("title")}</title>'
            f"<style>{_STYLE}</style></head><body><h1>{self._say('logs', count=len(result.rows))}</h1>"
            f'<ul class="counts">{counts}</ul>{body}'
            f"<footer>{self._say('made_from', index=result.index, algorithm=result.algorithm)}</footer>"
            "</body></html>\n"
        )

    def _say(self, name: str, **values: str | int) -> str:
        return escape(self.desk.say(Phrase(f"triage.{name}", values)))

    def _known(self, group: Group) -> str:
        title = self.result.titles.get(group.name, group.name)
        return (
            f"<section><h3><b>{len(group.files)}</b> {escape(title)}</h3>"
            f"<p><code>{escape(group.name)}</code></p>{self._files(group)}</section>"
        )

    def _unknown(self, group: Group) -> str:
        name = self._say("no_error") if group.name == NO_ERROR else f"<code>{escape(group.name)}</code>"
        maybe = ", ".join(f"<code>{escape(slug)}</code>" for slug in group.maybe)
        return (
            f"<section><h3><b>{len(group.files)}</b> {name}</h3>"
            + (f"<pre>{escape(group.sample)}</pre>" if group.sample else "")
            + (f"<p>{self._say('may_be')} {maybe}</p>" if maybe else "")
            + f"{self._files(group)}</section>"
        )

    def _files(self, group: Group) -> str:
        more = len(group.files) - SHOWN
        items = "".join(f"<li><code>{escape(name)}</code></li>" for name in group.files[:SHOWN])
        rest = f"<li>{self._say('more', count=more)}</li>" if more > 0 else ""
        return f"<details><summary>{self._say('files')}</summary><ul>{items}{rest}</ul></details>"

    def _unread(self, row: Sorted) -> str:
        reason = row.error or ""
        said = self._say(_REASONS[reason]) if reason in _REASONS else escape(reason)
        return f"<p><code>{escape(row.file)}</code>: {said}</p>"


_REASONS = {KILLED: "killed", NOT_REGULAR: "not_regular"}
"""Why a file was not read -> the phrase that says it; any other reason is the system's own."""

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}.counts{display:flex;gap:2rem;list-style:none;padding:0}"
    "section{border-top:1px solid #8885;padding:.5rem 0}h3{font-size:1rem;margin:.2rem 0}"
    "pre{overflow-x:auto}code{overflow-wrap:anywhere}footer{margin-top:2rem;opacity:.7}"
)
