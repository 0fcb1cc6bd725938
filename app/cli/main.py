"""The command `faultbook`: the group, its exit codes, and how errors look."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click
from pydantic import ValidationError

from app.cli.diagnosing import explain_command, match_command, triage_command
from app.cli.knowledge import export_command, index_command, lint_command, new_command, search_command
from app.cli.serving import serve_command
from app.cli.setting import read_settings
from app.cli.world import backup_command, gpus_command, pull_command, votes_command
from app.index.errors import IndexUnusableError
from app.settings import resources
from app.state.errors import StateError
from app.words import load_words

FAILED = 3
"""Anything that is no verdict: usage errors and crashes too (design contract, section 10)."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="faultbook")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default=lambda: "zh" if os.environ.get("LANG", "").startswith("zh") else "en",
    help="Language of the answers (default: from LANG).",
)
@click.pass_context
def faultbook(context: click.Context, language: str) -> None:
    """Paste a crash, get the root cause: troubleshooting for people who serve and train models on GPUs."""
    context.obj = read_settings(language)


for command in (
    serve_command,
    index_command,
    match_command,
    explain_command,
    search_command,
    lint_command,
    new_command,
    gpus_command,
    pull_command,
    triage_command,
    export_command,
    votes_command,
    backup_command,
):
    faultbook.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and exits: commands choose 0, 1 or 2; every failure is 3 with one clear line."""
    try:
        code = faultbook.main(arguments, standalone_mode=False)
    except click.exceptions.Exit as exc:
        code = exc.exit_code
    except click.Abort:
        _say("stopped")
        code = FAILED
    except click.ClickException as exc:
        exc.show()
        code = FAILED
    except ValidationError as exc:
        for error in exc.errors():
            _say(f"setting FAULTBOOK_{'_'.join(map(str, error['loc'])).upper()}: {error['msg']}")
        code = FAILED
    except StateError as exc:
        _say(load_words(resources() / "locales").say(exc.reason, "en"))
        code = FAILED
    except (IndexUnusableError, OSError) as exc:
        _say(str(exc))
        code = FAILED
    sys.exit(code if isinstance(code, int) else 0)


def _say(text: str) -> None:
    click.echo(f"faultbook: {text}", err=True)
