"""What machines read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from app.index.browse import list_articles
from app.index.model import ArticleFilter
from app.index.open import Index
from app.web import feeds


@pytest.mark.parametrize("base", ["", "https://faults.example"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_feed_is_atom(index: Index, base: str, language: str) -> None:
    """Well formed, newest first, ids that do not change with the address."""
    items = list_articles(index, ArticleFilter(), 1, 50).items
    feed = ElementTree.fromstring(feeds.atom(items, base, language))  # noqa: S314 -- our own text
    names = {"a": "http://www.w3.org/2005/Atom"}
    entries = feed.findall("a:entry", names)
    assert len(entries) == len(items)
    assert all((entry.findtext("a:id", "", names)).startswith("urn:faultbook:article:") for entry in entries)
    dates = [entry.findtext("a:updated", "", names) for entry in entries]
    assert dates == sorted(dates, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", each) for each in dates)


def test_sitemap_and_search_description_are_xml(index: Index) -> None:
    """Each address once in each language; the search template keeps its placeholder."""
    items = list_articles(index, ArticleFilter(), 1, 100).items
    root = ElementTree.fromstring(feeds.sitemap(iter(items), "https://faults.example"))  # noqa: S314
    places = [each.text for each in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(places) == len(set(places)) == 2 * (len(items) + len(feeds.PLACES))
    search = ElementTree.fromstring(feeds.describe_search("https://faults.example", "zh"))  # noqa: S314
    templates = [each.attrib["template"] for each in search.iter() if "template" in each.attrib]
    assert templates == [
        f"https://faults.example/zh/{each}?q={{searchTerms}}" for each in ("search", "suggest")
    ]


def test_llms_txt_lists_the_markdown_of_every_article(index: Index) -> None:
    """One line an article."""
    items = list_articles(index, ArticleFilter(), 1, 100).items
    text = feeds.describe(iter(items), "https://faults.example")
    assert text.count("](https://faults.example/articles/") == len(items)
