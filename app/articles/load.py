"""A content tree -> Library. A broken article becomes problems; the others load."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from app.articles.assemble import BrokenError, Parts, assemble
from app.articles.files import ORIGINAL, Bundle, UnreadableError, decode, folders, read_bundle, shown
from app.articles.front import SLUG, ArticleFront, Strict, TranslationFront
from app.articles.model import Article, Library, Page, Problem, Unchanged
from app.articles.render import render_sections
from app.articles.seen import Seen
from app.articles.yaml_source import FrontMatter, FrontMatterError, read

Cached = Callable[[Path, str], Article | Unchanged | None]
"""(folder, digest of its files) -> the article loaded from just these files before, or None."""

DIGEST_LENGTH = 16

_Front = TypeVar("_Front", bound=Strict)


def source_digest(content: bytes) -> str:
    """What a translation's `source_digest` holds: 16 hex of sha256 over the bytes of `index.md`."""
    return hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]


def load_tree(root: Path, cached: Cached | None = None, seen: Seen | None = None) -> Library:
    """Every article under `root/<area>/<slug>/`, by slug, and every problem; never raises for what it finds.

    With `cached` only bundles with a new digest are parsed, with `seen` only those whose files were touched are read
    again. Of two articles with one slug the first by area
    loads; an alias that is taken is dropped and named.
    """
    problems: list[Problem] = []
    articles: dict[str, Article | Unchanged] = {}
    for _, folder in folders(root, problems):
        article, found = load_bundle(folder, root, cached, seen)
        problems.extend(found)
        if article is None:
            continue
        other = articles.get(article.slug)
        if other is None:
            articles[article.slug] = article
        else:
            problems.append(
                Problem(
                    f"{article.name}/{ORIGINAL}", 1, f"the slug is taken by {other.name}", "rename one folder"
                )
            )
    entries = tuple(_without_taken_aliases(articles, problems))
    return Library(
        tuple(each for each in entries if isinstance(each, Article)),
        tuple(problems),
        tuple(each for each in entries if isinstance(each, Unchanged)),
    )


def load_bundle(
    folder: Path, root: Path, cached: Cached | None = None, seen: Seen | None = None
) -> tuple[Article | Unchanged | None, tuple[Problem, ...]]:
    """The article of one folder, None when it is broken, and every problem of its files."""
    name = "/".join((shown(root.name), *(shown(part) for part in folder.relative_to(root).parts)))
    if not SLUG.fullmatch(folder.name):
        return None, (Problem(name, 1, "the folder's name is no slug", "use 3 to 80 of a-z 0-9 -"),)
    known = seen.digest(folder) if seen else None
    article = cached(folder, known) if cached and known else None
    if article is None:
        try:
            article = _read(folder, name, cached, seen)
        except BrokenError as broken:
            return None, broken.problems
    if (article.path, article.name) != (folder, name):
        article = replace(article, path=folder, name=name)
    return article, article.problems


def _read(folder: Path, name: str, cached: Cached | None, seen: Seen | None) -> Article | Unchanged:
    """The article of a bundle that must be read. Raises BrokenError."""
    state = seen.state(folder) if seen else None
    bundle = read_bundle(folder, name)
    digest = bundle.digest()
    if seen and not bundle.problems:
        seen.remember(folder, state, digest)
    article = cached(folder, digest) if cached and not bundle.problems else None
    return article or _Loader(bundle, digest).article()


def _without_taken_aliases(
    articles: Mapping[str, Article | Unchanged], problems: list[Problem]
) -> Iterable[Article | Unchanged]:
    owners = dict.fromkeys(articles, "an article")
    for slug in sorted(articles):
        article = articles[slug]
        taken = [alias for alias in article.aliases if alias in owners]
        problems.extend(
            Problem(
                f"{article.name}/{ORIGINAL}", 1, f"the alias {alias} is {owners[alias]}", "remove it from one"
            )
            for alias in taken
        )
        kept = tuple(alias for alias in article.aliases if alias not in owners)
        owners.update(dict.fromkeys(kept, f"an alias of {slug}"))
        yield replace(article, aliases=kept) if taken else article


class _Loader:
    """Parses the files of one bundle; every method raises BrokenError with what is wrong."""

    def __init__(self, bundle: Bundle, digest: str) -> None:
        self.bundle = bundle
        self.digest = digest
        self.problems = list(bundle.problems)

    def article(self) -> Article:
        if any(problem.level == "error" for problem in self.problems):
            raise BrokenError(self.problems)
        if ORIGINAL not in self.bundle.files:
            raise BrokenError(
                [
                    *self.problems,
                    Problem(self.bundle.name, 1, f"{ORIGINAL} is missing", "write the article there"),
                ]
            )
        matter, front = self.front(ORIGINAL, ArticleFront)
        pages: dict[str, Page] = {
            front.source: self.page(ORIGINAL, front.source, matter, front.title, front.summary)
        }
        translation = self.translation("zh" if front.source == "en" else "en", pages)
        return assemble(
            Parts(self.bundle, self.digest, matter, front, translation, pages, self.text), self.problems
        )

    def translation(self, language: str, pages: dict[str, Page]) -> TranslationFront | None:
        """The other language; when it is broken the article loads without it."""
        file = f"index.{language}.md"
        other = f"index.{next(iter(pages))}.md"
        if other in self.bundle.files:
            self.problems.append(
                Problem(
                    f"{self.bundle.name}/{other}", 1, f"the original is {ORIGINAL}", f"rename it to {file}"
                )
            )
        if file not in self.bundle.files:
            return None
        try:
            matter, front = self.front(file, TranslationFront)
        except BrokenError as broken:
            self.problems.extend(broken.problems)
            return None
        stale = front.source_digest != source_digest(self.bundle.files[ORIGINAL])
        pages[language] = self.page(file, language, matter, front.title, front.summary, stale)
        return front

    def text(self, file: str) -> str:
        try:
            return decode(self.bundle.files[file])
        except UnreadableError as error:
            raise BrokenError(
                [Problem(f"{self.bundle.name}/{file}", error.line, error.message, error.remedy)]
            ) from error

    def front(self, file: str, model: type[_Front]) -> tuple[FrontMatter, _Front]:
        name = f"{self.bundle.name}/{file}"
        try:
            matter = read(self.text(file))
            return matter, model.model_validate(matter.values)
        except FrontMatterError as error:
            raise BrokenError([Problem(name, error.line, error.message, error.remedy)]) from error
        except ValidationError as error:
            raise BrokenError(problems_of(name, matter, model, error)) from error

    def page(
        self, file: str, language: str, matter: FrontMatter, title: str, summary: str, stale: bool = False
    ) -> Page:
        sections = render_sections(matter.body, language)
        return Page(language, title, summary, matter.body, sections, stale, file, matter.body_line)


def problems_of(
    file: str, matter: FrontMatter, model: type[Strict], error: ValidationError
) -> Iterable[Problem]:
    """One problem for every error that pydantic found, on the line of the key."""
    for detail in error.errors(include_url=False, include_input=True):
        message, remedy = _said(detail, model)
        yield Problem(file, matter.line(tuple(detail["loc"])), message, remedy)


def _said(detail: ErrorDetails, model: type[Strict]) -> tuple[str, str]:
    where = ".".join(str(part) for part in detail["loc"]) or "the front matter"
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "faultbook":
        return f"{where}: {context['what']}", str(context["remedy"])
    if kind == "extra_forbidden":
        close = get_close_matches(str(detail["loc"][-1]), [*model.model_fields], 1)
        return f"the key {where} is not known", f"write {close[0]}" if close else "remove it"
    if kind == "missing":
        return f"the key {where} is missing", "add it"
    if kind == "string_type":
        return f"{where} is not text", "write it in quotes"
    if kind == "literal_error":
        return f"{where} is {detail['input']!r}", f"use {context['expected']}"
    return f"{where}: {detail['msg']}", "see docs/writing-articles.md"
