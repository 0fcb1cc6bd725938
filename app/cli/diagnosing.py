"""`faultbook match` and `explain`: a paste in, a diagnosis out."""

from __future__ import annotations

from typing import BinaryIO

import click

from app.cli.output import emit_diagnosis, emit_json, explanation_lines
from app.cli.reading import progress, read_log
from app.cli.setting import Desk, pass_desk
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
