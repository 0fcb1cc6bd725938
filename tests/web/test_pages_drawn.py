"""Every page, in both languages, from sample objects: well formed, escaped, without anything inline."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from html.parser import HTMLParser

import pytest
from jinja2 import nodes

from app.articles.model import Library
from app.index.open import Index
from app.web.templating import Templates
from app.web.views.shell import SitePage
from tests.web.conftest import ROOT
from tests.web.pagelist import PAGES, shell

VOID = {"meta", "link", "input", "br", "hr", "img", "wbr"}
EVERY = [(name, language) for name in PAGES for language in ("en", "zh")]


class Outline(HTMLParser):
    """What the checks need of a page; raises on a tag that closes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes the tag and that it is open."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself, as SVG's do."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Closes the innermost open tag, which must be this one."""
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> at {self.getpos()} closes another tag"


@pytest.fixture(scope="module")
def drawn(library: Library, index: Index, templates: Templates) -> dict[tuple[str, str], str]:
    """Every page as HTML."""
    return {
        (name, language): templates.render(PAGES[name](shell(language, "/articles/x"), library, index))
        for name, language in EVERY
    }


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_a_page_is_well_formed_and_holds_nothing_inline(
    drawn: dict[tuple[str, str], str], name: str, language: str
) -> None:
    """Tags nest, ids are unique, and the strict content policy has nothing to refuse."""
    outline = Outline()
    outline.feed(drawn[name, language])
    assert outline.open == []
    ids = Counter(attributes["id"] for _, attributes in outline.tags if "id" in attributes)
    assert [each for each, count in ids.items() if count > 1] == []
    for tag, attributes in outline.tags:
        assert "style" not in attributes, tag
        assert not [key for key in attributes if key.startswith("on")], tag
        assert tag != "style"
        if tag == "script":
            assert "src" in attributes or attributes["type"] == "application/ld+json"
        for key in ("href", "src"):
            assert not (attributes.get(key) or "").lower().startswith(("javascript:", "data:", "http://"))


@pytest.mark.parametrize(
    ("name", "language"), [each for each in EVERY if each[0] not in ("live", "gpus-live")]
)
def test_a_page_says_its_language_and_has_one_heading(
    drawn: dict[tuple[str, str], str], name: str, language: str
) -> None:
    """One h1, the language on the root, a switch to the other language, labels that point to fields."""
    outline = Outline()
    outline.feed(drawn[name, language])
    tags = Counter(tag for tag, _ in outline.tags)
    assert tags["h1"] == 1
    assert tags["textarea"] <= 1
    root = next(attributes for tag, attributes in outline.tags if tag == "html")
    assert root["lang"] == {"en": "en", "zh": "zh-Hans"}[language]
    ids = {attributes["id"] for _, attributes in outline.tags if "id" in attributes}
    for tag, attributes in outline.tags:
        if tag == "label" and "for" in attributes:
            assert attributes["for"] in ids
        for key in ("aria-labelledby", "aria-controls"):
            assert not attributes.get(key) or attributes[key] in ids


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_what_visitors_type_is_escaped(drawn: dict[tuple[str, str], str], name: str, language: str) -> None:
    """The samples hold markup in every text that comes from outside."""
    html = drawn[name, language]
    assert "<b>zzzz" not in html
    assert "<b>was" not in html
    assert "<script>" not in html


@pytest.mark.parametrize("name", sorted({name for name, language in EVERY if language == "zh"}))
def test_chinese_pages_have_no_english_left(drawn: dict[tuple[str, str], str], name: str) -> None:
    """No string of the English page's own frame survives in the Chinese one."""
    text = re.sub(r"<[^>]+>", "\n", drawn[name, "zh"])
    for english in (
        "Skip to content",
        "Search articles",
        "Signatures",
        "Copy",
        "Way around",
        "Fix and reports",
    ):
        assert english not in text


def test_every_field_of_a_page_is_read_by_its_template(templates: Templates) -> None:
    """A field that no template reads is dead; the templates are read as syntax trees."""
    environment = templates.environments["en"]
    read: set[str] = set()
    for path in (ROOT / "templates").glob("*.html"):
        tree = environment.parse(path.read_text())
        read |= {
            node.attr
            for node in tree.find_all(nodes.Getattr)
            if isinstance(node.node, nodes.Name) and node.node.name == "page"
        }
    for page in SitePage.__subclasses__():
        own = {field.name for field in fields(page)} - {"shell"}
        assert own <= read, page.__name__


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_private_or_shared_page_is_not_for_robots(drawn: dict[tuple[str, str], str], language: str) -> None:
    """Answers to a paste are neither indexed nor given a canonical address."""
    assert '<meta name="robots" content="noindex">' in drawn["match-shared", language]
    assert "canonical" not in drawn["match-shared", language]
    assert 'rel="canonical"' in drawn["article", language]
