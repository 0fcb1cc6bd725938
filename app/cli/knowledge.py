"""`faultbook index`, `search`, `lint`, `new`, `export`: the articles from the command line."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import click

from app.articles.draft import draft
from app.articles.lint import fix_digests, lint
from app.articles.load import load_tree
from app.articles.model import Article, Library
from app.cli.output import emit_json
from app.cli.setting import Desk, pass_desk
from app.index.build import build
from app.index.model import SearchQuery
from app.index.open import IndexDirectory
from app.index.search import search
from app.library import refresh_index
from app.matching.prove import prove
from app.matching.weights import load_weights
from app.reports.parse import parse_text
from app.web.schemas.articles import ArticleItemOut, ArticleOut


@click.command("index")
@pass_desk
def index_command(desk: Desk) -> None:
    """Build the index of the content tree and swap it in."""
    index = refresh_index(
        desk.settings.content, IndexDirectory(desk.settings.data), lambda text: click.echo(text, err=True)
    )
    click.echo(f"{index.count} articles, index {index.digest}")


@click.command("search")
@click.argument("query", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="The answer of GET /api/v1/articles.")
@pass_desk
def search_command(desk: Desk, query: tuple[str, ...], as_json: bool) -> None:
    """Search the articles; `software:vllm` and other facets narrow. Exits 1 when nothing is found."""
    found = search(desk.index(), SearchQuery(" ".join(query), prefer=desk.language))
    if as_json:
        items = [ArticleItemOut.from_item(hit.item, desk.language).model_dump() for hit in found.items]
        emit_json(
            {"items": items, "total": found.total, "page": found.page, "size": found.size, "next": found.next}
        )
    else:
        for hit in found.items:
            place = f"#{hit.section}" if hit.section else ""
            click.echo(click.style(hit.item.title(desk.language), bold=True))
            click.echo(f"  {hit.slug}{place}")
            for snippet in hit.snippets[:1]:
                click.echo(f"  {' '.join(snippet.text.split())}")
        if found.did_you_mean:
            click.echo(f"did you mean: {found.did_you_mean}", err=True)
    raise click.exceptions.Exit(0 if found.total else 1)


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--fix-digests",
    "fixing",
    is_flag=True,
    help="Mark translations, those under PATHS, as up to date with their original.",
)
@pass_desk
def lint_command(desk: Desk, paths: tuple[Path, ...], fixing: bool) -> None:
    """Check every article, or those under PATHS: form, links, translations, and that examples match first."""
    content = desk.settings.content
    wanted = tuple(path.resolve() for path in paths)
    library = load_tree(content)
    if fixing:
        for path in fix_digests(_asked(library, wanted)):
            click.echo(f"marked {path}")
        library = load_tree(content)
    with click.get_current_context().scope():
        directory = IndexDirectory(desk.settings.data / "lint")
        build(library, directory.directory)
        asked = _asked(library, wanted)
        proofs = prove(asked, directory.current(), load_weights())
    problems = [*library.problems, *lint(library), *proofs]
    shown = [problem for problem in problems if _under(content.parent / problem.file, wanted)]
    for problem in sorted(shown, key=lambda item: (item.file, item.line)):
        click.echo(f"{problem.level}: {problem}")
    errors = sum(problem.level == "error" for problem in shown)
    click.echo(f"{len(asked)} articles, {errors} errors, {len(shown) - errors} warnings", err=True)
    raise click.exceptions.Exit(1 if errors else 0)


@click.command("new")
@click.option(
    "--from",
    "source",
    type=click.File("rb"),
    help="A log, or a plain article, to draft from (- reads standard input).",
)
@click.option("--slug", help="Slug of the article; made from the error when absent.")
@click.option("--to", "target", type=click.Path(path_type=Path), help="Content tree to write into.")
@pass_desk
def new_command(desk: Desk, source: BinaryIO | None, slug: str | None, target: Path | None) -> None:
    """Draft an article: front matter, signature inferred from the numbers, sections, both languages."""
    text = source.read().decode("utf-8", "replace") if source else ""
    report = parse_text(text) if text else None
    files = draft(text, report, slug, datetime.now(UTC).date().isoformat())
    root = target or desk.settings.content
    taken = [name for name in files if (root / name).exists()]
    if taken:
        raise click.ClickException(f"{root / taken[0]} exists already; choose another --slug")
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        click.echo(str(path))


@click.command("export")
@click.argument("target", type=click.Path(path_type=Path))
@pass_desk
def export_command(desk: Desk, target: Path) -> None:
    """Write every article as JSON (one file each, as the API answers) and its Markdown into TARGET."""
    index = desk.index()
    target.mkdir(parents=True, exist_ok=True)
    for slug in index.slugs():
        article, item = index.article(slug), index.item(slug)
        if article is None or item is None:
            continue
        for language in article.pages:
            body = ArticleOut.from_article(article, item, language).model_dump(mode="json", by_alias=True)
            path = target / f"{slug}.{language}.json"
            path.write_text(json.dumps(body, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        shutil.copytree(article.path, target / slug, dirs_exist_ok=True)
    click.echo(f"{len(index.slugs())} articles in {target}")


def _asked(library: Library, wanted: tuple[Path, ...]) -> list[Article]:
    return [article for article in library.articles if _under(article.path, wanted)]


def _under(path: Path, wanted: tuple[Path, ...]) -> bool:
    """Whether a path is one of the wanted ones or lies under one; everything is when none is named."""
    return not wanted or any(path.resolve().is_relative_to(top) for top in wanted)
