"""The command `faultbook`: the group, its exit codes, and how errors look."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click
from pydantic import ValidationError

from app.cli.setting import read_settings
from app.index.errors import IndexUnusableError
from app.settings import resources
from app.state.errors import StateError
from app.words import load_words

FAILED = 3
"""Anything that is no verdict: usage errors and crashes too (design contract, section 10)."""


COMMANDS = {
    "serve": "app.cli.serving:serve_command",
    "index": "app.cli.knowledge:index_command",
    "match": "app.cli.diagnosing:match_command",
    "explain": "app.cli.diagnosing:explain_command",
    "search": "app.cli.knowledge:search_command",
    "lint": "app.cli.knowledge:lint_command",
    "new": "app.cli.knowledge:new_command",
    "gpus": "app.cli.world:gpus_command",
    "pull": "app.cli.world:pull_command",
    "triage": "app.cli.sorting:triage_command",
    "export": "app.cli.knowledge:export_command",
    "votes": "app.cli.world:votes_command",
    "backup": "app.cli.world:backup_command",
}
"""Where each command is. Only the one that is asked for is imported: a diagnosis does not wait for the web server."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
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
