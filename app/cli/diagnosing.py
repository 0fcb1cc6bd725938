"""`faultbook match`, `explain`, `triage`: pastes in, diagnoses out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.output import emit_diagnosis, emit_json, explanation_lines
from app.cli.setting import Desk, pass_desk
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Verdict
from app.matching.weights import load_weights
from app.reports.parse import parse, parse_text
from app.shapes.solve import explain
from app.web.schemas.diagnosis import DiagnosisOut, ExplanationOut

EXIT_CODES = {Verdict.MATCH: 0, Verdict.NONE: 1, Verdict.MAYBE: 2}
PROGRESS_FROM = 32 * 1024 * 1024
"""Files from this size show progress on a terminal."""


@click.command("match")
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--json", "as_json", is_flag=True, help="The answer of POST /api/v1/match.")
@click.option(
    "--limit", type=click.IntRange(1, 20), default=5, show_default=True, help="At most so many matches."
)
@click.option(
    "--explain", "explained", is_flag=True, help="With --json: the candidates not chosen, with reasons."
)
@pass_desk
def match_command(desk: Desk, file: BinaryIO, as_json: bool, limit: int, explained: bool) -> None:
    """Diagnose the log in FILE (default: standard input).

    Exits 0 on a match, 1 when no article covers it, 2 on maybe, 3 on anything else.
    """
    report = parse(_lines(file))
    diagnosis = diagnose(report, desk.index(), Profiles(), load_weights(), limit)
    if as_json:
        body = DiagnosisOut.from_diagnosis(diagnosis, desk.say, desk.language, explained)
        emit_json(body.model_dump(mode="json", by_alias=True))
    else:
        emit_diagnosis(diagnosis, desk.say, desk.language)
    raise click.exceptions.Exit(EXIT_CODES[diagnosis.verdict])


@click.command("explain")
@click.argument("text", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="The explanation as JSON.")
@pass_desk
def explain_command(desk: Desk, text: tuple[str, ...], as_json: bool) -> None:
    """Say what the numbers of an error message TEXT mean. Exits 0 when they say something, else 1."""
    message = " ".join(text)
    explanation = explain(message) or next(
        (event.explanation for event in parse_text(message).errors if event.explanation), None
    )
    if as_json:
        body = ExplanationOut.from_explanation(explanation, desk.say)
        emit_json(body.model_dump(mode="json") if body else None)
    elif explanation is None:
        click.echo("No family of messages reads this; `faultbook match` looks for an article.", err=True)
    else:
        for line in explanation_lines(explanation, desk.say):
            click.echo(line)
    raise click.exceptions.Exit(0 if explanation else 1)


@click.command("triage")
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document with every file.")
@pass_desk
def triage_command(desk: Desk, logs: tuple[Path, ...], as_json: bool) -> None:
    """Classify LOGS (files or folders): known by article, unknown by error."""
    index, weights, profiles = desk.index(), load_weights(), Profiles()
    rows = []
    for path in _files(logs):
        with path.open("rb") as file:
            report = parse(file)
        diagnosis = diagnose(report, index, profiles, weights, 1)
        slug = diagnosis.matches[0].slug if diagnosis.verdict is Verdict.MATCH else None
        error = (
            report.errors[0].message.splitlines()[0] if report.errors and report.errors[0].message else None
        )
        rows.append({"file": str(path), "verdict": diagnosis.verdict.value, "slug": slug, "error": error})
    if as_json:
        emit_json({"files": rows, "total": len(rows)})
        return
    groups = Counter(row["slug"] or row["error"] or "no error found" for row in rows)
    for name, count in sorted(groups.items(), key=lambda pair: (-pair[1], pair[0])):
        click.echo(f"{count:6d}  {name}")


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(item for item in path.rglob("*") if item.is_file())
        else:
            yield path


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, with a progress bar on a terminal when it is large."""
    size = _size(file)
    if size < PROGRESS_FROM or not sys.stderr.isatty():
        yield from file
        return
    with click.progressbar(length=size, label="reading", file=sys.stderr) as bar:
        for line in file:
            bar.update(len(line))
            yield line


def _size(file: BinaryIO) -> int:
    try:
        return Path(file.name).stat().st_size
    except (OSError, TypeError, AttributeError):
        return 0
