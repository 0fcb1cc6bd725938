"""`faultbook triage`: a folder of logs in, groups out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from app.cli.output import emit_json
from app.cli.setting import Desk, pass_desk
from app.cli.triage import Runner, Sorted, cores, files_under
from app.cli.triage_local import LocalRunner
from app.cli.triage_report import Triage, as_html, as_json, as_lines
from app.matching.weights import load_weights


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
