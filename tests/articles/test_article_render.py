"""Markdown bodies -> sections: what a page shows and what it never shows."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.articles.references import canonical, found, url, well_formed
from app.articles.render import SECTIONS, render_sections

TAGS = """p a em strong code pre ul ol li blockquote hr br h1 h2 h3 h4 h5 h6 div table thead tbody tr th td"""


def html(markdown: str, language: str = "en", prefix: str | None = None) -> str:
    return "".join(section.html for section in render_sections(markdown, language, prefix))


@pytest.mark.parametrize(
    ("markdown", "wanted"),
    [
        ("```sh\nserve <b>\n```", '<pre tabindex="0" data-copy><code class="language-sh">serve &lt;b&gt;\n'),
        ("```python\nx\n```", '<pre tabindex="0" data-copy><code class="language-python">'),
        ("```yaml\nx\n```", "data-copy"),
        ("```json\nx\n```", "data-copy"),
        ("```text\nx\n```", '<pre tabindex="0"><code class="language-text">'),
        ("```\nx\n```", '<pre tabindex="0"><code class="language-text">'),
        (
            "```text\na   1\nbb  22\n```",
            '<pre tabindex="0" class="columns"><code class="language-text">',
        ),
        ("    indented", '<pre tabindex="0"><code class="language-text">indented'),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ('`<img src=x onerror="y">`', "&lt;img"),
        ("[a](https://example.org)", '<a href="https://example.org" rel="noopener">a</a>'),
        ("[a](//example.org)", 'rel="noopener"'),
        ("a-b/c_d#1, x", '<a href="https://github.com/a-b/c_d/issues/1" rel="noopener">a-b/c_d#1</a>, x'),
        ("见a/b@0123abc修", "commit/0123abc\" rel=\"noopener\">a/b@0123abc</a>修"),
        ("https://example.org/x.", '<a href="https://example.org/x" rel="noopener">https://example.org/x</a>.'),
        ("[a/b#1](/articles/x-y-z)", '<a href="/articles/x-y-z">a/b#1</a>'),
        ("`a/b#1`", '<code class="short">a/b#1</code>'),
        ("### Deep\n\n#### Deeper", '<h3 id="lead-1">Deep</h3>\n<h4 id="lead-2">Deeper</h4>'),
        ("| a |\n|--:|\n| 1 |", '<div class="table" tabindex="0"><table>\n<thead>\n<tr>\n<th>a</th>'),
    ],
)  # fmt: skip
def test_markdown(markdown: str, wanted: str) -> None:
    assert wanted in html(markdown)


@pytest.mark.parametrize(
    ("language", "prefix", "wanted"),
    [
        ("en", None, 'href="/articles/other#why"'),
        ("zh", None, 'href="/zh/articles/other#why"'),
        ("zh", "/base/zh", 'href="/base/zh/articles/other#why"'),
        ("zh", "", 'href="/articles/other#why"'),
    ],
)
def test_links_between_articles(language: str, prefix: str | None, wanted: str) -> None:
    assert wanted in html("[a](/articles/other#why)", language, prefix)


@pytest.mark.parametrize(
    "markdown",
    [
        "[a](javascript:alert(1))",
        "[a](JaVaScript:alert(1))",
        "<javascript:alert(1)>",
        "[a](data:text/html,x)",
        "![a](https://example.org/a.png)",
        "<b onclick=x>",
        "<!-- x -->",
        "&lt;b&gt;",
        '```sh" onclick="x\n```',
    ],
)
def test_nothing_active(markdown: str) -> None:
    page = html(markdown)
    assert not re.search(r"<(?!/?(?:p|a|code|pre)\b)", page)
    assert not re.search(r"""<[^>]*(?:style=|\son\w+=|src=|href="(?!https:))""", page)


def test_sections_have_the_same_keys_in_both_languages() -> None:
    both = [
        [section.key for section in render_sections(body, "en")]
        for body in (
            "".join(f"## {row.en}\n\nx\n\n" for row in SECTIONS),
            "".join(f"## {row.zh}\n\nx\n\n" for row in SECTIONS),
        )
    ]
    assert both[0] == both[1] == [row.key for row in SECTIONS]


def test_text_before_headings_and_unknown_headings() -> None:
    sections = render_sections("before\n\n## Because\n\nx\n\n## Why\n\n## Because\n", "en")
    assert [(one.key, one.title) for one in sections] == [
        ("lead", ""), ("other-1", "Because"), ("why", "Why"), ("other-2", "Because"),
    ]  # fmt: skip


def test_plain_text_for_search() -> None:
    (section,) = render_sections(
        "## Why\n\nThe *view* of `kv`\nfails. [link](/articles/a-b)\n\n```text\n[1, 2]\n```", "en"
    )
    assert section.text == "The view of kv\nfails. link\n[1, 2]"


def test_an_empty_body_has_no_sections() -> None:
    assert render_sections("", "en") == ()


@pytest.mark.parametrize(
    ("written", "short", "leads_to"),
    [
        ("https://github.com/a/b/pull/12#issuecomment-1", "a/b#12", "https://github.com/a/b/issues/12"),
        ("https://github.com/a/b/issues/3", "a/b#3", "https://github.com/a/b/issues/3"),
        ("https://github.com/a/b/commit/0123abc", "a/b@0123abc", "https://github.com/a/b/commit/0123abc"),
        ("https://github.com/a/b/wiki", "https://github.com/a/b/wiki", "https://github.com/a/b/wiki"),
    ],
)
def test_forms_of_a_reference(written: str, short: str, leads_to: str) -> None:
    assert canonical(written) == short
    assert url(short) == leads_to
    assert well_formed(short)


@pytest.mark.parametrize(
    "text", ["a/b", "a/b#", "a/b#0", "http://a.org/x", "x@y/z#1", "a/b/c#1", "a/b@xyz", ""]
)
def test_no_reference(text: str) -> None:
    assert not well_formed(text)
    assert list(found(text)) == []


def test_references_in_a_text() -> None:
    text = "a/b#1，c-d/e.f@0123456789；(https://example.org/x_(y)) a/b#2x https://example.org/z。"
    assert [reference for _, _, reference in found(text)] == [
        "a/b#1", "c-d/e.f@0123456789", "https://example.org/x_", "https://example.org/z",
    ]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("#`*_[]()<>!&\"'|-/: \n\taZ显0.@"), max_size=120))
def test_any_markdown_stays_inside_our_tags(markdown: str) -> None:
    page = html(markdown)
    tags = set(re.findall(r"</?([a-zA-Z!][a-zA-Z0-9]*)", page))
    assert tags <= set(TAGS.split())
    assert not re.search(r"<[^>]*\s(?:style|on\w+)=", page)
