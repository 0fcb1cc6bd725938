"""A diagnosis as text for a terminal: the same object as the page and the JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import click

from app.matching.model import Diagnosis, Evidence, Match, Verdict
from app.phrase import Phrase
from app.reports.model import ErrorEvent
from app.shapes.model import Explanation

Say = Callable[[Phrase], str]

_VERDICT_COLOURS = {Verdict.MATCH: "green", Verdict.MAYBE: "yellow", Verdict.NONE: "red"}
_EVIDENCE_SHOWN = 4


def emit_json(body: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(body, ensure_ascii=False, indent=2))


def emit_diagnosis(diagnosis: Diagnosis, say: Say, language: str) -> None:
    """The diagnosis, the deciding line first."""
    for line in diagnosis_lines(diagnosis, say, language):
        click.echo(line)


def diagnosis_lines(diagnosis: Diagnosis, say: Say, language: str) -> Iterator[str]:
    """The lines of a diagnosis, coloured for a terminal (click strips colours elsewhere)."""
    errors = diagnosis.report.errors
    if errors:
        yield from _error_lines(errors[0], say)
        if len(errors) > 1:
            yield click.style(say(Phrase("cli.more_errors", {"count": len(errors) - 1})), dim=True)
    if diagnosis.hint is not None:
        yield say(diagnosis.hint)
    yield ""
    heading = say(Phrase(f"verdict.{diagnosis.verdict.value}", {"covered": diagnosis.covered}))
    yield click.style(heading, fg=_VERDICT_COLOURS[diagnosis.verdict], bold=True)
    for match in diagnosis.matches:
        yield from _match_lines(match, say, language)
    if diagnosis.near:
        yield say(Phrase("cli.near", {"slugs": diagnosis.near}))


def explanation_lines(explanation: Explanation, say: Say) -> Iterator[str]:
    """What the numbers say: requirement, what is the case, and where a number is known from."""
    yield f"  {say(explanation.requirement)}"
    yield f"  {say(explanation.sentence)}"
    for known in explanation.known_as:
        yield click.style(f"  {known.value}: {say(Phrase(known.name))} ({known.source})", dim=True)


def _error_lines(event: ErrorEvent, say: Say) -> Iterator[str]:
    head = f"{event.type}: " if event.type else ""
    first, *rest = event.message.splitlines() or [""]
    yield click.style(head + first, bold=True)
    yield from (f"    {line}" for line in rest[:6])
    yield click.style(say(Phrase("cli.where", {"line": event.first_line, "count": event.count})), dim=True)
    if event.explanation is not None:
        yield from explanation_lines(event.explanation, say)


def _match_lines(match: Match, say: Say, language: str) -> Iterator[str]:
    title = match.titles.get(language) or next(iter(match.titles.values()))
    yield ""
    yield click.style(f"{title}  {match.score * 100:.0f} %", bold=True)
    yield f"  faultbook: {match.slug}"
    yield from (f"  {_sign(item)} {say(item.phrase)}" for item in match.evidence[:_EVIDENCE_SHOWN])
    if match.version is not None:
        yield f"  {say(match.version.reason)}"
    if match.workaround is not None:
        yield "  " + click.style(match.workaround.do.replace("\n", "\n  "), fg="cyan")
        costs = match.workaround.costs.get(language)
        if costs:
            yield f"  {costs}"
    for ref in match.refs:
        known = f" {ref.known.state} ({ref.known.as_of})" if ref.known else ""
        yield click.style(f"  {ref.role}: {ref.id}{known}", dim=True)
    for other in match.tell_apart:
        yield f"  {other.slug}: {other.by.get(language) or next(iter(other.by.values()), '')}"


def _sign(item: Evidence) -> str:
    return "+" if item.weight > 0 else "-"
