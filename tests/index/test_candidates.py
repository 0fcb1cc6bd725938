"""Candidates: nothing that fits is missed, whatever route finds it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.articles.load import load_tree
from app.articles.model import Article, Example
from app.index.anchors import gram, grams, heads
from app.index.candidates import MOST, candidates
from app.index.lookup import SHARED
from app.index.open import Index
from app.reports.model import ErrorEvent, Frame, Report
from app.reports.parse import parse_text
from app.shapes.model import SignatureSource
from tests.index.factory import article, opened, page, rows, stubs
from tests.index.sweep import overlooked, pastes

CONTENT = Path(__file__).parents[2] / "content"


def found(index: Index, report: Report) -> dict[tuple[str, int], tuple[str, ...]]:
    """(slug, error) -> routes."""
    return {(each.slug, each.error): each.routes for each in candidates(index, report)}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """One article for each route, among the stubs of the catalogue."""
    bare = {"examples": (), "tags": (), "signatures": ()}
    plain = {"en": page("en", "Nothing in common", "None.", {})}
    made = (
        article(
            "by-template",
            **{**bare, "pages": plain, "signatures": (SignatureSource("zorb {n} is not a frob"),)},
        ),
        article(
            "by-anchor",
            **{
                **bare,
                "pages": plain,
                "signatures": (SignatureSource("{...} the quux of {name:word} exploded"),),
            },
        ),
        article(
            "by-short-anchor",
            **{
                **bare,
                "pages": plain,
                "signatures": (SignatureSource("{a:word} blib! yy {b:word} blab? {c:word}"),),
            },
        ),
        article(
            "by-frames",
            **{
                **bare,
                "pages": plain,
                "signatures": (SignatureSource("never seen here at all", frames=("_very_rare_function",)),),
            },
        ),
        article("by-prose", **{**bare, "pages": {"en": page("en", "The wombat burrows", "Wombat.", {})}}),
        article(
            "by-reports",
            **{**bare, "pages": plain, "examples": (Example("ValueError: platypus in the pond", "match"),)},
        ),
    )
    return opened((*made, *stubs(rows("dev"))), tmp_path_factory.mktemp("candidates"))


ROUTES = (
    ("ValueError: zorb 17 is not a frob", "by-template", "template"),
    ("ValueError: it said that the quux of seven exploded", "by-anchor", "anchor"),
    ("ValueError: one blib! yy two blab? three", "by-short-anchor", "anchor"),
    ("ValueError: my wombat does not burrow", "by-prose", "prose"),
    ("ValueError: a platypus was in another pond", "by-reports", "reports"),
    (
        'Traceback (most recent call last):\n  File "a.py", line 3, in _very_rare_function\n    x()\nKeyError: 7',
        "by-frames",
        "frames",
    ),
)


@pytest.mark.parametrize(("text", "slug", "route"), ROUTES)
def test_each_route_finds_alone(index: Index, text: str, slug: str, route: str) -> None:
    """An article that only one route can find is found by it."""
    assert route in found(index, parse_text(text))[slug, 0]


def test_family_route(tmp_path: Path) -> None:
    """The articles of the family of the error come along, though they share no word with it."""
    texts = (
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)",
        "RuntimeError: size mismatch, m1: [2 x 3], m2: [4 x 5]",
    )
    report = parse_text(texts[0])
    assert report.errors[0].family is not None
    pages = {"en": page("en", "Nothing in common", "None.", {})}
    made = article("same-family", examples=(Example(texts[1], "match"),), signatures=(), tags=(), pages=pages)
    routes = found(opened([made], tmp_path), report)
    assert "family" in routes["same-family", 0]


def test_nothing_in_common_is_no_candidate(index: Index) -> None:
    """Words that no article knows lead nowhere."""
    assert found(index, Report((ErrorEvent(None, "xylqq vrrtt zzpqq"),))) == {}
    assert candidates(index, Report()) == ()


def test_every_hit_of_brute_force_is_a_candidate(tmp_path: Path) -> None:
    """With the shipped articles: what fits a paste by trying all signatures is among its candidates. A seeded
    sample of the dev cases, examples and near misses (all of them: `tests.index.sweep`)."""
    articles = load_tree(CONTENT).articles
    index = opened(articles, tmp_path)
    texts = pastes(articles)
    sample = random.Random(3).sample(texts, min(len(texts), 160))
    hits, lost = overlooked(index, sample)
    assert lost == []
    assert hits > 10


LITERALS = st.text(alphabet="abcde fgh(),.'[]-", min_size=1, max_size=30)


@given(
    LITERALS,
    st.text(alphabet="abc 1'(", max_size=20),
    st.text(alphabet="abc 1'(", max_size=20),
    st.frozensets(st.characters(), max_size=90),
)
def test_an_anchor_is_found_in_any_text_around_it(
    anchor: str, before: str, after: str, others: frozenset[str]
) -> None:
    """The gram of an anchor is among the grams of every line that contains the anchor, whatever else is kept."""
    key = gram(anchor)
    assert key in grams(before + anchor + after, heads([key, *(f"a1{other}" for other in others)]))


@given(st.data())
def test_wrapped_messages_keep_their_anchor(data: st.DataObject) -> None:
    """A message broken anywhere by a line end is still found by the anchor of its signature."""
    message = "the value of quux 17 exploded in the middle of the night, see 23"
    at = data.draw(st.integers(1, len(message) - 1))
    report = Report((ErrorEvent("ValueError", message[:at] + "\n" + message[at:]),))
    assert ("wrapped", 0) in found(_wrapped(), report)


def _wrapped() -> Index:
    return _WRAPPED[0]


_WRAPPED: list[Index] = []


@pytest.fixture(scope="module", autouse=True)
def _build_wrapped(tmp_path_factory: pytest.TempPathFactory) -> None:
    signature = SignatureSource("the value of quux {n} exploded in the middle of the night, see {line}")
    bare = {"examples": (), "tags": (), "pages": {"en": page("en", "x", "x", {})}}
    _WRAPPED.append(
        opened([article("wrapped", signatures=(signature,), **bare)], tmp_path_factory.mktemp("wrapped"))
    )


def look_alikes(count: int) -> list[Article]:
    """Articles of one message that differ in a number only."""
    return [
        article(
            f"alike-{number:03}",
            signatures=(
                SignatureSource(
                    "the head size {h} of the frobnicator is not {n}", where=(f"n == {number + 1000}",)
                ),
            ),
            examples=(
                Example(f"ValueError: the head size 5 of the frobnicator is not {number + 1000}", "match"),
            ),
            tags=(),
        )
        for number in range(count)
    ]


def test_many_look_alikes_do_not_hide_the_one_that_fits(tmp_path: Path) -> None:
    """Beyond the number that is worth comparing, signatures are tried and those that fit stay."""
    index = opened(look_alikes(3 * SHARED), tmp_path)
    report = parse_text("ValueError: the head size 7 of the frobnicator is not 1150")
    listed = candidates(index, report)
    assert "anchor" in next(each.routes for each in listed if each.slug == "alike-150")
    assert len(listed) <= MOST


def test_common_functions_lead_nowhere(tmp_path: Path) -> None:
    """A function that every traceback has finds nothing by itself; a rare one does."""
    made = [
        article(
            f"made-{number:03}",
            signatures=(
                SignatureSource(
                    f"unique text {number} of this signature", frames=("forward", f"only_{number}")
                ),
            ),
            examples=(),
            tags=(),
        )
        for number in range(SHARED + 10)
    ]
    index = opened(made, tmp_path)
    frames = tuple(Frame("a.py", 3, name, "a.py") for name in ("forward", "only_33"))
    routes = found(index, Report((ErrorEvent("ValueError", "7", frames),)))
    assert [slug for (slug, _), names in routes.items() if "frames" in names] == ["made-033"]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "\x00",
        "\ud800",
        '"' * 1000,
        "x" * 100_000,
        "显存" * 50_000,
        "(" * 100_000,
        "a b " * 50_000,
        "\n" * 5_000,
    ],
)
def test_hostile_messages(index: Index, message: str) -> None:
    """Any message gives candidates or none."""
    event = ErrorEvent(message[:200], message, (Frame(message, 1, message, message),), context=(message,))
    assert isinstance(candidates(index, Report((event,) * 20)), tuple)
