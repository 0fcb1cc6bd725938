"""A draft's facts -> the text of its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.articles.load import source_digest
from app.articles.prompts import prompt
from app.articles.render import SECTIONS, parse

_LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a draft knows."""

    slug: str
    software: str
    kind: str
    source: str
    titles: Mapping[str, str]
    summary: str
    """In the source language."""
    signature: str
    error_type: str | None
    frames: tuple[str, ...]
    log_clues: tuple[str, ...]
    examples: tuple[str, ...]
    """One-line pastes."""
    file: str | None
    """A whole paste, for examples/."""
    near_miss: str | None
    do: str | None
    costs: str | None
    """In the source language."""
    versions: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
    """(reference, role)"""
    today: str
    sections: Mapping[str, str] = field(default_factory=dict)
    """Section key -> Markdown in the source language."""


FILE = "report.txt"


def bundle_text(facts: Facts) -> Mapping[str, str]:
    """Name of each file inside the bundle -> its text."""
    other = next(language for language in _LANGUAGES if language != facts.source)
    original = _document(_matter(facts), dict(_sections(facts, facts.source)), facts.source)
    fences = {key: _fences(markdown) for key, markdown in _sections(facts, facts.source)}
    translated = {
        key: "\n\n".join([f"*{prompt(key, other)}*", *fences[key]])
        if key != "references"
        else _cited(facts, other)
        for key, _ in _sections(facts, other)
    }
    matter = [
        f"title: {quoted(facts.titles[other])}",
        f"summary: {quoted(prompt('summary', other))}",
        f"source_digest: {quoted(source_digest(original.encode()))}",
    ]
    if facts.do:
        matter.append(f"workaround_costs: {quoted(prompt('costs', other))}")
    files = {"index.md": original, f"index.{other}.md": _document(matter, translated, other)}
    if facts.file:
        files[f"examples/{FILE}"] = facts.file
    return files


def quoted(text: str) -> str:
    """`text` as a YAML scalar in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def _document(matter: list[str], sections: Mapping[str, str], language: str) -> str:
    parts = ["---", *matter, "---", ""]
    for row in SECTIONS:
        parts += [f"## {row.title(language)}", "", sections[row.key], ""]
    return "\n".join(parts)


def _matter(facts: Facts) -> list[str]:
    versions = ", ".join(facts.versions)
    named = f"  # named in the source, not verified: {versions}" if versions else ""
    return [
        f"title: {quoted(facts.titles[facts.source])}",
        f"summary: {quoted(facts.summary)}",
        f"source: {facts.source}",
        f"software: {facts.software}",
        f"kind: {facts.kind}",
        f"affected: {{}}{named}",
        "signatures:",
        "  - error: |-",
        f"      {facts.signature}",
        *([f"    type: {quoted(facts.error_type)}"] if facts.error_type else []),
        *([f"    frames: [{', '.join(facts.frames)}]"] if facts.frames else []),
        *([f"    log_clues: [{', '.join(map(quoted, facts.log_clues))}]"] if facts.log_clues else []),
        *_rows("examples", _example_rows(facts)),
        *_rows("near_misses", _near_miss_rows(facts)),
        f"workaround: {{do: {quoted(facts.do)}, costs: {quoted(facts.costs or '')}}}"
        if facts.do
        else "workaround: null",
        *_rows("refs", (f"{{id: {quoted(name)}, role: {role}}}" for name, role in facts.sources)),
        "hardware: null",
        "tags: []",
        f"updated: {quoted(facts.today)}",
        "related: []",
        "aliases: []",
        "status: current",
    ]


def _rows(key: str, rows: Iterator[str]) -> list[str]:
    written = [f"  - {row}" for row in rows]
    return [f"{key}:", *written] if written else [f"{key}: []"]


def _example_rows(facts: Facts) -> Iterator[str]:
    for text in facts.examples:
        yield f"{{text: {quoted(text)}, expect: match}}"
    if facts.file:
        yield f"{{file: {FILE}, expect: match}}"


def _near_miss_rows(facts: Facts) -> Iterator[str]:
    if facts.near_miss:
        yield f"{{text: {quoted(facts.near_miss)}, instead: none}}"


def _sections(facts: Facts, language: str) -> Iterator[tuple[str, str]]:
    for row in SECTIONS:
        given = facts.sections.get(row.key)
        if row.key == "references":
            yield row.key, _cited(facts, language, given)
        else:
            yield row.key, given or f"*{prompt(row.key, language)}*"


def _cited(facts: Facts, language: str, given: str | None = None) -> str:
    said = "：原文提到，尚未核对。" if language == "zh" else ": named in the source, not checked yet."
    rows = [f"- {name}{said}" for name, _ in facts.sources if name not in (given or "")]
    blocks = [given] if given else []
    return (
        "\n\n".join([*blocks, *(["\n".join(rows)] if rows else [])]) or f"*{prompt('references', language)}*"
    )


def _fences(markdown: str) -> list[str]:
    blocks = [token for token in parse(markdown) if token.type == "fence" and token.level == 0]
    return [
        f"{_ticks(block.content)}{block.info}\n{block.content}{_ticks(block.content)}" for block in blocks
    ]


def _ticks(content: str) -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", content)), default=2)
    return "`" * (longest + 1)
