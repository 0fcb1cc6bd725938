"""The documents that code can write: settings, commands, API routes, evidence. `make docs` writes them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from app.cli.main import faultbook
from app.main import create_app
from app.matching.evidence import EVIDENCE
from app.matching.weights import load_weights
from app.settings import PREFIX, Settings
from app.shapes.document import family_table
from app.words import ROWS

ROOT = Path(__file__).parent.parent
NOTE = "<!-- Written by `make docs`; a test compares. -->"


def settings_document() -> str:
    """Every setting with its default and help."""
    lines = ["# Settings", "", NOTE, ""]
    lines += ["Environment variables; an unknown `FAULTBOOK_` variable is refused.", ""]
    lines += ["| variable | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "the shipped `content/`" if field.default_factory else f"`{_shown(field.default)}`"
        lines.append(f"| `{PREFIX}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(lines) + "\n"


def command_document() -> str:
    """The help of every command."""
    lines = ["# Commands", "", NOTE, ""]
    lines += ["Exit codes of `match`: 0 match, 1 none, 2 maybe. Every failure of any command is 3.", ""]
    context = click.Context(faultbook, info_name="faultbook")
    for name in sorted(faultbook.list_commands(context)):
        command = faultbook.get_command(context, name)
        assert command is not None, name
        child = click.Context(command, info_name=name, parent=context, max_content_width=100)
        lines += [f"## {name}", "", "```text", command.get_help(child), "```", ""]
    return "\n".join(lines)


def api_document() -> str:
    """Every route of the API with its parameters."""
    lines = ["# API", "", NOTE, ""]
    lines += ["Errors are problem+json (RFC 9457). `/openapi.json` is the whole description.", ""]
    for path, methods in openapi()["paths"].items():
        for method, route in methods.items():
            told = route.get("description", route.get("summary", ""))
            lines += [f"## {method.upper()} {path}", "", told, "", *_parameters(route)]
    return "\n".join(lines).rstrip() + "\n"


def openapi() -> Mapping[str, Any]:
    """The OpenAPI description of the application."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate({"data": Path(folder), "live": False})
        return create_app(settings, told=lambda _: None).openapi()


def evidence_document() -> str:
    """Every evidence row with what it says and its fitted weights."""
    weights = load_weights()
    said = {row.id: row.english for row in ROWS}
    lines = ["# Evidence", "", NOTE, "", f"Weights of `{weights.algorithm}`, fitted by `make fit`.", ""]
    lines += ["| evidence | says | which article | is it covered |", "|---|---|--:|--:|"]
    for row, article, covered in zip(EVIDENCE, weights.article, weights.covered, strict=True):
        text = said[f"evidence.{row.id}"].replace("|", "\\|")
        lines.append(f"| `{row.id}` | {text} | {article:.2f} | {covered:.2f} |")
    return "\n".join(lines) + "\n"


def _parameters(route: Mapping[str, Any]) -> Iterator[str]:
    parameters = route.get("parameters", ())
    for parameter in parameters:
        need = "required" if parameter["required"] else "optional"
        told = parameter.get("description") or parameter["schema"].get("title", "")
        yield f"- `{parameter['name']}` ({parameter['in']}, {need}): {told}"
    if parameters:
        yield ""


def _shown(value: object) -> str:
    return "unset" if value in (None, "") else str(value)


DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "docs/settings.md": settings_document,
    "docs/commands.md": command_document,
    "docs/evidence.md": evidence_document,
    "docs/api.md": api_document,
    "docs/families.md": family_table,
}


def main() -> None:
    """Writes the documents whose text changed."""
    for name, write in DOCUMENTS.items():
        path, text = ROOT / name, write()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {name}\n")


if __name__ == "__main__":
    main()
