"""Markdown -> the sections of a page. HTML in Markdown is off; nothing inline, so that a strict CSP holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from app.articles import references
from app.articles.model import Section

ARTICLES = "/articles/"


@dataclass(frozen=True, slots=True)
class SectionRow:
    """One section that every article has, in the order of the page."""

    key: str
    en: str
    zh: str

    def title(self, language: str) -> str:
        """The heading in `language`."""
        return self.zh if language == "zh" else self.en


SECTIONS: tuple[SectionRow, ...] = (
    SectionRow("quick-answer", "Quick answer", "快速结论"),
    SectionRow("when", "When it happens", "问题场景"),
    SectionRow("error", "The error", "报错原文"),
    SectionRow("why", "Why", "原因分析"),
    SectionRow("check", "Check your environment", "环境排查"),
    SectionRow("fix", "Fix", "解决步骤"),
    SectionRow("verify", "Verify", "验证方法"),
    SectionRow("not-this-if", "Not this if", "容易混淆"),
    SectionRow("references", "References", "参考"),
)

COPYABLE = ("sh", "python", "yaml", "json")
"""Code to copy; `text` is output to read."""

UNBROKEN = 32
"""Characters of inline code that are kept on one line; longer code would overflow a phone."""

_KEYS = {title: row.key for row in SECTIONS for title in (row.en, row.zh)}


_GAP = re.compile(r"\S {2,}\S")
WIDEST_COLUMNS = 130
"""Characters of a line set in columns; longer ones are log lines, which have gaps too."""


def _in_columns(text: str) -> bool:
    """Whether lines stand in columns: broken at the edge of the screen they could not be read."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(bool(_GAP.search(line)) for line in lines) >= 2 and max(map(len, lines)) <= WIDEST_COLUMNS


class _Renderer(RendererHTML):
    """Code blocks that scroll and say what they are; tables that scroll."""

    def fence(
        self,
        tokens: Sequence[Token],
        idx: int,
        options: OptionsDict,  # noqa: ARG002
        env: EnvType,  # noqa: ARG002
    ) -> str:
        """One fenced block."""
        language = tokens[idx].info.split(" ")[0].strip() or "text"
        content = tokens[idx].content
        kind = " data-copy" if language in COPYABLE else ' class="columns"' if _in_columns(content) else ""
        name = escapeHtml(language)
        code = escapeHtml(content)
        return f'<pre tabindex="0"{kind}><code class="language-{name}">{code}</code></pre>\n'

    def code_inline(
        self,
        tokens: Sequence[Token],
        idx: int,
        options: OptionsDict,  # noqa: ARG002
        env: EnvType,  # noqa: ARG002
    ) -> str:
        """Code within a sentence; short code, a flag for one, is never broken over two lines."""
        content = tokens[idx].content
        kind = ' class="short"' if len(content) <= UNBROKEN else ""
        return f"<code{kind}>{escapeHtml(content)}</code>"

    def code_block(
        self,
        tokens: Sequence[Token],
        idx: int,
        options: OptionsDict,  # noqa: ARG002
        env: EnvType,  # noqa: ARG002
    ) -> str:
        """One indented block: output."""
        code = escapeHtml(tokens[idx].content)
        return f'<pre tabindex="0"><code class="language-text">{code}</code></pre>\n'

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A table in a box that scrolls on a narrow screen."""
        return '<div class="table" tabindex="0">' + self.renderToken(tokens, idx, options, env)

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of that box."""
        return self.renderToken(tokens, idx, options, env).rstrip("\n") + "</div>\n"


_MARKDOWN = MarkdownIt(
    "commonmark", {"html": False, "linkify": False, "typographer": False}, renderer_cls=_Renderer
)
# Pictures would load from elsewhere; the rules for HTML find nothing where HTML is off. Cell alignment would need
# inline styles: `_section` takes them out.
_MARKDOWN.enable("table").disable(["image", "html_block", "html_inline"])


def parse(body: str) -> list[Token]:
    """The block tokens of a body; their `map` holds 0-based line numbers within it."""
    return _MARKDOWN.parse(body)


def render_sections(body: str, language: str, prefix: str | None = None) -> tuple[Section, ...]:
    """The sections of a body in the order they stand.

    `prefix` goes before links to `/articles/...`; without it Chinese pages link to `/zh/articles/...`.
    """
    before = ("/zh" if language == "zh" else "") if prefix is None else prefix
    return tuple(_section(key, title, tokens, before) for key, title, tokens in split(parse(body)))


def split(tokens: list[Token]) -> Iterator[tuple[str, str, list[Token]]]:
    """Yields (key, title, tokens under it) for every H2; text before the first has the key `lead`."""
    key, title, start, unknown = "lead", "", 0, 0
    for at, token in enumerate(tokens):
        if token.type != "heading_open" or token.tag != "h2":
            continue
        if key != "lead" or at > 0:
            yield key, title, tokens[start:at]
        title = plain(tokens[at + 1 : at + 2])
        start = at + 3
        key = _KEYS.get(title, "")
        if not key:
            unknown += 1
            key = f"other-{unknown}"
    if tokens and (key != "lead" or start < len(tokens)):
        yield key, title, tokens[start:]


def plain(tokens: Sequence[Token]) -> str:
    """The text a reader sees, one line a block, code included."""
    parts: list[str] = []
    for token in tokens:
        if token.type in ("fence", "code_block"):
            parts.append(token.content.rstrip("\n"))
        elif token.type == "inline":
            parts.append("".join(_inline(child) for child in token.children or ()))
    return "\n".join(parts)


def _inline(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    return token.content if token.type in ("text", "code_inline") else ""


def _section(key: str, title: str, tokens: list[Token], prefix: str) -> Section:
    headings = 0
    for token in tokens:
        if token.type == "heading_open":
            headings += 1
            token.attrSet("id", f"{key}-{headings}")
        token.attrs.pop("style", None)
        if token.children:
            token.children = list(_linked(token.children, prefix))
    text = plain(tokens)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return Section(key, title, html, text)


def _linked(tokens: Sequence[Token], prefix: str) -> Iterator[Token]:
    """Inline tokens with links finished and references that stand in plain text made links."""
    depth = 0
    for token in tokens:
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "link_open":
            _finish(token, prefix)
        named = tuple(references.found(token.content)) if token.type == "text" and depth == 0 else ()
        if named:
            yield from _references(token.content, named)
        else:
            yield token


def _finish(link: Token, prefix: str) -> None:
    href = str(link.attrGet("href") or "")
    if href.startswith(ARTICLES):
        link.attrSet("href", prefix + href)
    elif href.startswith(("https://", "http://", "//")):
        link.attrSet("rel", "noopener")


def _references(text: str, named: Sequence[tuple[int, int, str]]) -> Iterator[Token]:
    done = 0
    for start, end, reference in named:
        yield _text(text[done:start])
        yield Token("link_open", "a", 1, attrs={"href": references.url(reference), "rel": "noopener"})
        yield _text(reference)
        yield Token("link_close", "a", -1)
        done = end
    yield _text(text[done:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
