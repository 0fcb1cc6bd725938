"""`faultbook match`, `explain`, `triage`: pastes in, diagnoses out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.output import emit_diagnosis, emit_json, explanation_lines
from app.cli.reading import progress, read_log
from app.cli.setting import Desk, pass_desk
from app.cli.triage import Runner, Sorted, cores, files_under
from app.cli.triage_local import LocalRunner
from app.cli.triage_report import Triage, as_html, as_json, as_lines
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Verdict
from app.matching.weights import load_weights
from app.reports.parse import parse_text
from app.shapes.solve import explain
from app.web.schemas.diagnosis import DiagnosisOut, ExplanationOut

EXIT_CODES = {Verdict.MATCH: 0, Verdict.NONE: 1, Verdict.MAYBE: 2}


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
    with progress(file) as told:
        report = read_log(file, told)
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
@click.option("--json", "json_wanted", is_flag=True, help="One JSON document with groups and every file.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a report page to this file too."
)
@click.option(
    "--jobs", type=click.IntRange(1, 1024), default=cores, show_default="all cores", help="Processes at once."
)
@click.option("--cluster", metavar="ADDRESS", help="Read on the workers of this Dask scheduler, not here.")
@pass_desk
def triage_command(
    desk: Desk, logs: tuple[Path, ...], json_wanted: bool, html: Path | None, jobs: int, cluster: str | None
) -> None:
    """Classify LOGS (files or folders): known by article, unknown by error.

    With --cluster (it needs faultbook[cluster]) the workers must find the logs and the data directory under the
    same paths as this machine does.

    Files that cannot be read are counted and named; only when none can be the exit code is 3.
    """
    index = desk.index()
    files = files_under(logs)
    done = _runner(jobs, cluster).rows(files, desk.settings.data)
    rows = sorted(_watched(done, len(files)), key=lambda row: row.file)
    items = {slug: index.item(slug) for slug in {slug for row in rows for slug in row.slugs}}
    titles = {slug: item.title(desk.language) for slug, item in items.items() if item}
    result = Triage(tuple(rows), titles, index.digest, load_weights().algorithm)
    if html is not None:
        html.write_text(as_html(result, desk), encoding="utf-8", errors="replace")
    if json_wanted:
        emit_json(as_json(result))
    else:
        for line in as_lines(result):
            click.echo(line)
    if rows and len(result.unreadable) == len(rows):
        raise click.ClickException(f"no file could be read; the first: {rows[0].file}: {rows[0].error}")


def _runner(jobs: int, cluster: str | None) -> Runner:
    """Raises ClickException where the packages for a cluster are not installed."""
    if cluster is None:
        return LocalRunner(jobs)
    try:
        module = import_module("app.cli.triage_cluster")
    except ModuleNotFoundError as missing:
        raise click.ClickException(
            f"--cluster needs the package {missing.name}: pip install 'faultbook[cluster]'"
        ) from missing
    runner: Runner = module.ClusterRunner(cluster)
    return runner


def _watched(rows: Iterator[Sorted], total: int) -> Iterator[Sorted]:
    """The rows, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from rows
        return
    with click.progressbar(rows, length=total, label="reading", file=sys.stderr) as bar:
        yield from bar
