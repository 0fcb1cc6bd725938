"""What a lint rule sees: one article, the text of its files, the library around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from markdown_it.token import Token

from app.articles.files import ORIGINAL, Bundle, UnreadableError, decode, read_bundle
from app.articles.model import Article, Library, Page, Problem
from app.articles.render import parse, split
from app.articles.yaml_source import FrontMatter, FrontMatterError, read


@dataclass(frozen=True, slots=True)
class Part:
    """One section as tokens."""

    key: str
    title: str
    line: int
    """Line of the heading in the file."""
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The library by slug and the day on which it is looked at."""

    articles: Mapping[str, Article]
    aliases: Mapping[str, str]
    """Alias -> slug."""
    today: str


@dataclass(frozen=True, slots=True)
class View:
    """One article as rules see it."""

    article: Article
    texts: Mapping[str, str]
    """Name of a file in the bundle -> text."""
    matters: Mapping[str, FrontMatter]
    """Name of a page's file -> its front matter with lines."""
    parts: Mapping[str, tuple[Part, ...]]
    """Language -> sections."""
    shelf: Shelf

    def problem(self, file: str, line: int, message: str, remedy: str, level: str = "error") -> Problem:
        """A problem on a line of a file of this bundle."""
        return Problem(f"{self.article.name}/{file}", line, message, remedy, level)

    def fact(self, path: tuple[str | int, ...], message: str, remedy: str, level: str = "error") -> Problem:
        """A problem with a key of the front matter of `index.md`."""
        matter = self.matters.get(ORIGINAL)
        return self.problem(ORIGINAL, matter.line(path) if matter else 1, message, remedy, level)

    def translated(
        self, page: Page, path: tuple[str | int, ...], message: str, remedy: str, level: str = "error"
    ) -> Problem:
        """A problem with a key of the front matter of one page."""
        matter = self.matters.get(page.file)
        return self.problem(page.file, matter.line(path) if matter else 1, message, remedy, level)

    def pages(self) -> Iterator[tuple[Page, tuple[Part, ...]]]:
        """Yields every page with its sections, the original first."""
        for page in self.article.pages.values():
            yield page, self.parts[page.language]

    def lines(self, file: str) -> Iterator[tuple[int, str]]:
        """Yields (number, text) of the lines of a file."""
        yield from enumerate(self.texts.get(file, "").split("\n"), start=1)


Check = Callable[[View], Iterator[Problem]]


def shelf(library: Library, today: str) -> Shelf:
    """The library as rules look things up in it."""
    return Shelf(
        {article.slug: article for article in library.articles},
        {alias: article.slug for article in library.articles for alias in article.aliases},
        today,
    )


def view(article: Article, around: Shelf) -> View:
    """One article with the text of its files, read anew; files that are gone are left out."""
    texts = dict(_texts(read_bundle(article.path, article.name)))
    return View(
        article,
        texts,
        dict(_matters(texts)),
        {page.language: tuple(_parts(page)) for page in article.pages.values()},
        around,
    )


def inline(part: Part) -> Iterator[tuple[Token, int]]:
    """Yields (inline token, 0-based line within the body) of one section."""
    for token in part.tokens:
        if token.type == "inline" and token.map:
            yield token, token.map[0]


def links(part: Part) -> Iterator[tuple[str, int]]:
    """Yields (target, 0-based line within the body) of every link of one section."""
    for child, line, _ in words(part):
        if child.type == "link_open":
            yield str(child.attrGet("href") or ""), line


def words(part: Part) -> Iterator[tuple[Token, int, bool]]:
    """Yields (token inside a paragraph, 0-based line within the body, whether inside a link)."""
    for token, first in inline(part):
        line, depth = first, 0
        for child in token.children or ():
            depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            line += child.type in ("softbreak", "hardbreak")
            yield child, line, depth > 0


def _texts(bundle: Bundle) -> Iterator[tuple[str, str]]:
    for file, content in bundle.files.items():
        try:
            yield file, decode(content)
        except UnreadableError:
            continue


def _matters(texts: Mapping[str, str]) -> Iterator[tuple[str, FrontMatter]]:
    for file, text in texts.items():
        if file.endswith(".md"):
            try:
                yield file, read(text)
            except FrontMatterError:
                continue


def _parts(page: Page) -> Iterator[Part]:
    tokens = parse(page.body)
    headings = [
        token.map[0] for token in tokens if token.type == "heading_open" and token.tag == "h2" and token.map
    ]
    numbers = iter(headings)
    for key, title, under in split(tokens):
        line = page.body_line if key == "lead" else page.body_line + next(numbers)
        yield Part(key, title, line, tuple(under))
