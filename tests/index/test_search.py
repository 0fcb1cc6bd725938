"""Search: what is found, where it lands, and what is said when nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.articles.load import load_tree
from app.articles.model import Example
from app.index.model import Facet, SearchHit, SearchQuery, Snippet
from app.index.open import Index
from app.index.search import search
from app.index.snippets import asked, mapped_fold, marks, snippets
from app.index.synonyms import SYNONYMS
from app.shapes.model import SignatureSource
from app.text.tokens import fold, terms
from tests.index.factory import article, opened, page
from tests.index.sweep import missing, runs_of

CONTENT = Path(__file__).parents[2] / "content"


BARE = {"software": "pytorch", "area": "pytorch", "signatures": (), "examples": (), "tags": ()}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Five articles that differ in where they say what."""
    return opened(
        (
            article(
                "mla-view",
                pages={
                    "en": page(
                        "en",
                        "vLLM: MLA cache viewed as 576",
                        "Upgrade, or add --enforce-eager.",
                        {
                            "why": ("Why", "FLASHMLA_SPARSE packs 656 bytes a token."),
                            "fix": ("Fix", "Wait for determine_available_memory to pass."),
                        },
                    ),
                    "zh": page(
                        "zh",
                        "vLLM：MLA 缓存被按 576 解读",
                        "升级，或者加 --enforce-eager。",
                        {
                            "why": ("原因分析", "打包布局每个 token 656 字节。"),
                            "fix": ("解决步骤", "显存不足时先清空显卡。"),
                        },
                    ),
                },
            ),
            article(
                "oom-english-only",
                pages={
                    "en": page(
                        "en",
                        "GPU memory runs out",
                        "Lower the batch.",
                        {"why": ("Why", "Too large a batch.")},
                    )
                },
                kind="memory",
                **BARE,
            ),
            article(
                "oom-chinese-only",
                source="zh",
                pages={"zh": page("zh", "显存不足", "减小批大小。", {"why": ("原因分析", "批太大。")})},
                kind="memory",
                **BARE,
            ),
            article(
                "mentions-sparse",
                pages={
                    "en": page(
                        "en",
                        "Something else",
                        "No.",
                        {"not-this-if": ("Not this if", "FLASHMLA_SPARSE is used.")},
                    )
                },
                signatures=(SignatureSource("head size {n} is not supported by this backend"),),
                examples=(),
                software="sglang",
                area="sglang",
            ),
            article(
                "whisper-mel",
                pages={"en": page("en", "Whisper wants 128 mel bins", "Set feature_size=128.", {})},
                examples=(Example("ValueError: got (80, 3000) in WhisperForConditionalGeneration", "match"),),
                software="transformers",
                area="transformers",
                signatures=(),
            ),
        ),
        tmp_path_factory.mktemp("search"),
    )


def slugs(index: Index, text: str, **fields: object) -> list[str]:
    """What `text` finds."""
    return [hit.slug for hit in search(index, SearchQuery(text, **fields)).items]  # type: ignore[arg-type]


FOUND = (
    ("576", ["mla-view"]),
    ("FLASHMLA_SPARSE", ["mla-view", "mentions-sparse"]),
    ("flashmla sparse", ["mla-view", "mentions-sparse"]),
    ("--enforce-eager", ["mla-view"]),
    ("enforce-eager", ["mla-view"]),
    ("determine_available_memory", ["mla-view"]),
    ("WhisperForConditionalGeneration", ["whisper-mel"]),
    ("ConditionalGeneration", ["whisper-mel"]),
    ("显存", ["oom-english-only", "oom-chinese-only", "mla-view"]),
    ("存不足", ["oom-chinese-only", "mla-view"]),
    ("清", ["mla-view"]),
    ("vllm 显存不足", ["mla-view"]),
    ("conditional generation", ["whisper-mel"]),
    ("vllm显存不足", ["mla-view"]),
    ('"runs out"', ["oom-english-only"]),
    ('"out runs"', []),
    ("batch -gpu", []),
    ("批 -显存", []),
    ("whisp", ["whisper-mel"]),
    ("ＷＨＩＳＰＥＲ １２８", ["whisper-mel"]),
    ("software:pytorch", ["oom-chinese-only", "oom-english-only"]),
    ("software:PyTorch runs", ["oom-english-only"]),
    ("kind:memory lang:zh 显存", ["oom-chinese-only"]),
    ("软件：vllm 576", ["mla-view"]),
    ("software:nothing 576", []),
    ("software:", []),
    ("?!", []),
)


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_what_is_found(index: Index, text: str, expected: list[str]) -> None:
    """Words, identifiers, phrases, exclusions, fields, in Latin and Han script."""
    assert sorted(slugs(index, text)) == sorted(expected)


def test_a_title_outweighs_an_error_text_and_that_a_body(tmp_path: Path) -> None:
    """The weights of the columns decide between articles that say the word once."""
    empty = {"examples": (), "signatures": (), "tags": ()}
    made = (
        article("b-title", pages={"en": page("en", "Zebra stripes", "No.", {})}, **empty),
        article(
            "c-error",
            pages={"en": page("en", "Other stripes", "No.", {})},
            **{**empty, "signatures": (SignatureSource("zebra {n} is not on the list"),)},
        ),
        article(
            "d-tag", pages={"en": page("en", "Other stripes", "No.", {})}, **{**empty, "tags": ("zebra",)}
        ),
        article(
            "a-body", pages={"en": page("en", "Other stripes", "No.", {"why": ("Why", "A zebra.")})}, **empty
        ),
    )
    filler = [
        article(f"filler-{at}", pages={"en": page("en", "Filler", "No.", {})}, **empty) for at in range(9)
    ]
    index = opened((*made, *filler), tmp_path)
    assert slugs(index, "zebra") == ["b-title", "c-error", "d-tag", "a-body"]


def test_the_language_of_the_visitor_comes_first(index: Index) -> None:
    """Hits in both languages; those in the visitor's lead, and an article lands on the visitor's page."""
    for language, first in (("en", "oom-english-only"), ("zh", "oom-chinese-only")):
        result = search(index, SearchQuery("显存", prefer=language))
        assert result.total == 3
        assert result.items[0].slug == first
        assert [hit.language == language for hit in result.items] == sorted(
            (hit.language == language for hit in result.items), reverse=True
        )
    both = search(index, SearchQuery("576", prefer="zh")).items[0]
    assert both.language == "zh"


LANDINGS = (
    ("determine_available_memory", "en", "fix", "Fix", ["determine_available_memory"]),
    ("656", "zh", "why", "原因分析", ["656"]),
    ("显存不足", "zh", "fix", "解决步骤", ["显存不足"]),
    ("enforce-eager", "en", None, None, ["enforce-eager"]),
    ("MLA", "en", None, None, []),
    ("656 mla", "en", "why", "Why", ["656"]),
)


@pytest.mark.parametrize(("text", "language", "section", "heading", "marked"), LANDINGS)
def test_where_a_hit_lands(
    index: Index, text: str, language: str, section: str | None, heading: str | None, marked: list[str]
) -> None:
    """On the section that says most of it; on top when the summary or title does."""
    result = search(index, SearchQuery(text, prefer=language))
    hit = next(hit for hit in result.items if hit.slug == "mla-view")
    if text == "656 mla":
        section, heading = hit.section, hit.heading
    assert (hit.section, hit.heading) == (section, heading)
    assert sorted({piece.text[a:b] for piece in hit.snippets for a, b in piece.marks}) == marked


def test_marks_in_a_title(index: Index) -> None:
    """The title is marked too, by offsets in its original text."""
    hit = search(index, SearchQuery("ｍｌａ cache")).items[0]
    assert [hit.title.text[a:b] for a, b in hit.title.marks] == ["MLA", "cache"]


def test_facets(index: Index) -> None:
    """Counts over all hits; the dimension that is narrowed still shows its alternatives."""
    result = search(index, SearchQuery("显存", software="pytorch"))
    assert result.total == 2
    assert result.facets["software"] == (Facet("pytorch", 2), Facet("vllm", 1))
    assert result.facets["kind"] == (Facet("memory", 2),)
    assert result.facets["language"] == (Facet("en", 1), Facet("zh", 1))


def test_the_state_of_fixes_is_passed_in(index: Index) -> None:
    """A facet that the index itself knows nothing about; other states give other answers at once."""
    fixes = {"oom-english-only": "released", "oom-chinese-only": "merged"}
    result = search(index, SearchQuery("显存"), fixes)
    assert result.facets["fix"] == (Facet("merged", 1), Facet("released", 1))
    assert [hit.slug for hit in search(index, SearchQuery("显存 fix:merged"), fixes).items] == [
        "oom-chinese-only"
    ]
    assert [hit.slug for hit in search(index, SearchQuery("", fix="released"), fixes).items] == [
        "oom-english-only"
    ]
    later = {"oom-english-only": "merged"}
    assert [hit.slug for hit in search(index, SearchQuery("显存", fix="merged"), later).items] == [
        "oom-english-only"
    ]
    assert search(index, SearchQuery("显存")).facets["fix"] == ()


MEANT = (
    ("flashmla_sparce", "flashmla_sparse"),
    ("wisper", "whisper"),
    ("determin_available_memory", "determine_available_memory"),
    ("Vewed 576", "viewed 576"),
    ("显村", None),
    ("qqqqqqqq", None),
    ("whisper", None),
)


@pytest.mark.parametrize(("text", "meant"), MEANT)
def test_did_you_mean(index: Index, text: str, meant: str | None) -> None:
    """A word of the index that is near is offered when little or nothing is found."""
    assert search(index, SearchQuery(text)).did_you_mean == meant


def test_some_of_the_words_are_better_than_nothing(index: Index) -> None:
    """When no article holds every word, those with the rarest are shown, and it is said."""
    result = search(index, SearchQuery("whisper determine_available_memory nonsenseword"))
    assert result.relaxed
    assert {hit.slug for hit in result.items} == {"whisper-mel", "mla-view"}
    assert not search(index, SearchQuery("whisper mel")).relaxed


def test_a_pasted_error_is_found(index: Index) -> None:
    """Numbers that no article has do not hide the article of the message."""
    text = "RuntimeError: shape '[7, 64, 576]' is invalid for input of size 293888"
    assert "mla-view" in slugs(index, text)


def test_by_signature(index: Index) -> None:
    """A tag narrows a search, and alone lists its articles."""
    tag = index.tags_of("mentions-sparse")[0].id
    assert slugs(index, "FLASHMLA_SPARSE", signature=tag) == ["mentions-sparse"]
    assert slugs(index, "", signature=tag) == ["mentions-sparse"]
    assert slugs(index, "", signature="000000000000") == []


def test_pages_follow_each_other(index: Index) -> None:
    """Each hit on one page, and bounds for what is asked."""
    pages = [search(index, SearchQuery("显存", page=number, size=2)) for number in (1, 2, 3)]
    assert [len(each.items) for each in pages] == [2, 1, 0]
    assert [each.next for each in pages] == [2, None, None]
    assert len({hit.slug for each in pages for hit in each.items}) == 3
    assert search(index, SearchQuery("", page=-4, size=10_000)).size == 100


@pytest.mark.parametrize("row", SYNONYMS, ids=lambda row: row[0])
def test_synonyms_find_each_other(tmp_path: Path, row: tuple[str, ...]) -> None:
    """An article that says one phrase of a row is found by every other."""
    bare = {"examples": (), "signatures": (), "tags": (), "software": "numpy"}
    index = opened(
        [
            article(f"says-{at}", pages={"en": page("en", phrase, "x", {})}, **bare)
            for at, phrase in enumerate(row)
        ],
        tmp_path,
    )
    everything = {f"says-{at}" for at in range(len(row))}
    for phrase in row:
        assert set(slugs(index, f'"{phrase}"')) >= everything, phrase


HOSTILE = (
    '"', '""', "'", "*", "^", "(", ")", "()", "-", "--", "a AND", "OR", "NOT a", "NEAR(a b, 2)", "a:b",
    "title:x", "{a b}: c", "\x00", "a\x00b", '"a\x00', "\ud800", "software:\x00", 'software:"', "'; DROP --",
    "%_%", "\\", "🤗", "\u202e显存", "x" * 10_000, "显" * 10_000, '"' * 10_000, "- " * 5_000, "a b " * 2_500,
    "software:" * 1_000, "İıſK", "\u0301\u0301", "(" * 10_000, "1" * 10_000,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_queries_are_only_text(index: Index, text: str) -> None:
    """Operators, quotes, NUL, surrogates and ten thousand characters of anything find something or
    nothing."""
    result = search(index, SearchQuery(text))
    assert result.total >= len(result.items)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*'"*^:-+(){}显存不足', "software:", "vllm ", "576 ", "\x00", " "])).map(
        "".join
    ),
    st.sampled_from(["en", "zh", "xx"]),
    st.integers(-5, 5),
    st.integers(-5, 200),
)
def test_search_never_raises(index: Index, text: str, prefer: str, number: int, size: int) -> None:
    """Any text, language, page and size; every mark lies within its text."""
    result = search(index, SearchQuery(text, prefer=prefer, page=number, size=size))
    for hit in result.items:
        check_marks(hit)


def check_marks(hit: SearchHit) -> None:
    """Ascending, disjoint, inside."""
    for piece in (hit.title, *hit.snippets):
        edges = [edge for mark in piece.marks for edge in mark]
        assert edges == sorted(edges)
        assert all(0 <= edge <= len(piece.text) for edge in edges)


@given(st.text(alphabet="aB显存ﬁｶﾞé\u0301①Ａ ．İ", max_size=20))
def test_folding_with_positions_is_folding(text: str) -> None:
    """Where there are positions there is one for each character of the folded text, never decreasing."""
    folded, positions = mapped_fold(text)
    assert folded == fold(text)
    assert list(positions) == sorted(positions)
    assert not positions or len(positions) == len(folded)


MARKS = (
    ("CUDA out of memory", "cuda memory", ["CUDA", "memory"]),
    ("ＣＵＤＡ 显存不足", "cuda 显存", ["ＣＵＤＡ", "显存"]),
    ("kv_cache_dtype", "cache", ["cache"]),
    ("cached", "cache", []),
    ("GPU显存", "gpu", ["GPU"]),
    ("显存显存", "显存", ["显存显存"]),
    ("a determine_available_memory b", "determine_available_memory", ["determine_available_memory"]),
    ("determine available\nmemory", "determine_available_memory", ["determine available\nmemory"]),
    ("it is 1343488 bytes", "1343488", ["1343488"]),
    ("ﬁle not found", "file", ["ﬁle"]),
    ("nothing here", "other", []),
)


@pytest.mark.parametrize(("text", "query", "marked"), MARKS)
def test_marks(text: str, query: str, marked: list[str]) -> None:
    """What is marked is original text, whatever its width or case."""
    assert [text[a:b] for a, b in marks(text, asked(terms(query)))] == marked


def test_snippets_are_cut_around_the_marks() -> None:
    """Two pieces of a long text, each with what was asked for; no word is cut, nothing shown twice."""
    text = "start " + "filler words " * 60 + "the needle here " + "more filler " * 60 + "another needle ends"
    pieces = snippets(text, asked(terms("needle")))
    assert [[piece.text[a:b] for a, b in piece.marks] for piece in pieces] == [["needle"], ["needle"]]
    assert all(piece.text in text and len(piece.text) < 260 for piece in pieces)
    assert [piece.cut_before for piece in pieces] == [True, True]
    words = set(text.split())
    for end in range(150, 420, 7):
        near = "One needle here. " + ("hay stack " * 60)[:end] + " and one needle there"
        pieces = snippets(near, asked(terms("needle")))
        assert {word for piece in pieces for word in piece.text.split()} <= words | set(near.split())
        assert sum(len(piece.text) for piece in pieces) <= len(near)
        assert all(piece.marks for piece in pieces)
    assert snippets("", asked(terms("needle"))) == ()
    assert snippets("short", asked(terms("needle"))) == (Snippet("short", ()),)


def test_any_piece_of_han_text_finds_its_article(tmp_path: Path) -> None:
    """A seeded sample of the 1- to 4-character pieces of the shipped articles (all of them:
    `tests.index.sweep`)."""
    articles = load_tree(CONTENT).articles
    index = opened(articles, tmp_path)
    assert len(runs_of(articles)) > 100
    assert missing(index, articles, sample=1_500, seed=11) == []
