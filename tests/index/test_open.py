"""Opening: what serves, what is refused, and what is answered."""

from __future__ import annotations

import gc
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.articles.model import Library, Problem, Ref
from app.index.browse import list_articles, list_facets, suggest
from app.index.build import build
from app.index.errors import IndexDamaged, IndexMissing, IndexUnusableError
from app.index.files import CURRENT
from app.index.model import ArticleFilter, Facet
from app.index.open import Index, IndexDirectory
from app.shapes.model import SignatureSource
from tests.index.factory import ENGLISH, article, library, opened, page

OTHER = SignatureSource("head size {n} is not supported by this backend", "ValueError")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Four articles: two with one signature, one retired, one in English only."""
    return opened(
        (
            article("alpha", aliases=("alpha-older",), updated="2026-11-01", kind="memory"),
            article(
                "beta", refs=(Ref("vllm-project/vllm#48379", "report"), Ref("pytorch/pytorch#1", "docs"))
            ),
            article("gamma", signatures=(OTHER,), examples=(), software="sglang", updated="2026-12-01"),
            article(
                "delta",
                signatures=(OTHER, *article("x").signatures),
                status="split",
                heirs=("alpha", "beta"),
                pages={"en": page("en", "Delta of 显存", "Only English.", ENGLISH)},
            ),
        ),
        tmp_path_factory.mktemp("index"),
    )


def test_no_index_says_what_to_run(tmp_path: Path) -> None:
    """An empty or missing directory has no index."""
    for directory in (tmp_path, tmp_path / "never"):
        with pytest.raises(IndexMissing, match=r"no index has been built here; run `faultbook index`"):
            IndexDirectory(directory).current()


def flip(path: Path, at: int) -> None:
    """Changes one byte."""
    content = bytearray(path.read_bytes())
    content[at] ^= 0xFF
    path.write_bytes(content)


DAMAGES = {
    "a byte of the header": lambda path: flip(path, 20),
    "a byte in the middle": lambda path: flip(path, path.stat().st_size // 2),
    "the last byte": lambda path: flip(path, path.stat().st_size - 1),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-4096]),
    "empty": lambda path: path.write_bytes(b""),
    "another file": lambda path: path.write_text("no database " * 400),
    "gone": lambda path: path.unlink(),
    "a directory": lambda path: (path.unlink(), path.mkdir()),
    "current is garbage": lambda path: (path.parent / CURRENT).write_bytes(b"\xff\x00 garbage"),
    "current is empty": lambda path: (path.parent / CURRENT).write_bytes(b""),
    "current points outside": lambda path: (path.parent / CURRENT).write_text("../index-0.sqlite 1 00\n"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("serving", [False, True])
def test_damage_is_seen_and_a_build_heals_it(tmp_path: Path, damage: str, serving: bool) -> None:
    """Whatever happens to the files, at rest or while they serve, it is named, and the next build repairs
    it."""
    path = build(library(article("alpha")), tmp_path)
    directory = IndexDirectory(tmp_path)
    if serving:
        assert directory.current().count == 1
    DAMAGES[damage](path)
    for _ in range(2):
        with pytest.raises(IndexDamaged, match="run `faultbook index`"):
            directory.current()
    if damage == "a directory":
        path.rmdir()
    build(library(article("alpha")), tmp_path)
    assert directory.current().slugs() == ("alpha",)


def test_a_database_that_is_no_index(tmp_path: Path) -> None:
    """A file that SQLite reads but that we did not write is refused."""
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE meta (key, value)")
    connection.close()
    with pytest.raises(IndexDamaged, match="lacks its own description"):
        Index(file)


def test_the_swap_is_seen_at_the_next_question(tmp_path: Path) -> None:
    """The object in hand goes on answering; the next `current` is the new index."""
    old = opened([article("alpha")], tmp_path)
    directory = IndexDirectory(tmp_path)
    assert directory.current() is directory.current()
    for slug in ("beta", "gamma", "delta"):
        build(library(article(slug)), tmp_path)
        assert directory.current().slugs() == (slug,)
    assert old.slugs() == ("alpha",)


def test_a_new_thread_never_reads_another_file(tmp_path: Path) -> None:
    """A thread that begins after the swap still reads the index it holds, though its file is deleted."""
    old = opened([article("alpha")], tmp_path)
    for slug in ("beta", "gamma"):
        build(library(article(slug)), tmp_path)
    assert not old.reader.path.exists()
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: old.slugs(), range(16))) == {("alpha",)}


def test_threads_that_end_leave_no_connection(tmp_path: Path) -> None:
    """A hundred short-lived threads, one after the other, share one connection."""
    index = opened([article("alpha")], tmp_path)
    for _ in range(100):
        thread = threading.Thread(target=index.slugs)
        thread.start()
        thread.join()
    opened_now = (path for path in Path("/proc/self/fd").iterdir() if path.is_symlink())
    held = [path for path in opened_now if path.readlink() == index.reader.path]
    assert len(held) == 1


def test_readers_while_builds_swap(tmp_path: Path) -> None:
    """Eight threads ask while twelve builds change hands: every answer is one whole generation."""
    kinds = [f"kind{number}" for number in range(12)]
    slugs = tuple(f"article-{number:02}" for number in range(10))
    build(library(*(article(slug, kind="first") for slug in slugs)), tmp_path)
    directory = IndexDirectory(tmp_path)
    stop = threading.Event()
    faults: list[object] = []

    def ask() -> None:
        while not stop.is_set():
            try:
                index = directory.current()
                seen = {each.kind for slug in slugs if (each := index.article(slug))}
            except IndexUnusableError as error:
                faults.append(error)
                return
            if len(seen) != 1:
                faults.append(seen)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for kind in kinds:
        build(library(*(article(slug, kind=kind) for slug in slugs)), tmp_path)
    stop.set()
    for thread in threads:
        thread.join()
    assert faults == []


def test_connections_are_closed_with_the_index(tmp_path: Path) -> None:
    """A replaced index that nobody holds leaves no open file."""
    directory = IndexDirectory(tmp_path)
    for kind in ("shape", "memory", "cuda", "nccl", "load", "install"):
        build(library(article("alpha", kind=kind)), tmp_path)
        assert directory.current().count == 1
    gc.collect()
    held = [path.readlink() for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    assert len({str(path) for path in held if str(tmp_path) in str(path)}) <= 1


def test_slugs_and_aliases(index: Index) -> None:
    """An alias leads to its article; what is unknown is None."""
    assert index.slugs() == ("alpha", "beta", "delta", "gamma")
    assert [index.resolve(slug) for slug in ("alpha", "alpha-older", "omega")] == ["alpha", "alpha", None]
    assert index.article("alpha-older") is None
    assert index.titles(("beta", "omega")) == {"beta": {"en": "Title of beta", "zh": "beta 的标题"}}


def test_signature_tags(index: Index) -> None:
    """Each template is one tag with all its causes; articles of one tag are neighbours."""
    tags = index.signatures()
    assert [tag.slugs for tag in tags] == [("delta", "gamma"), ("alpha", "beta", "delta")]
    assert index.signature(tags[0].id) == tags[0]
    assert tags[0].error == OTHER.error
    assert tags[0].type == "ValueError"
    assert index.signature("000000000000") is None
    assert index.tags_of("delta") == tags
    assert index.neighbours("delta") == ("alpha", "beta", "gamma")
    assert index.neighbours("gamma") == ("delta",)


def test_refs(index: Index) -> None:
    """Every reference with the articles that stand on it."""
    assert index.refs() == ("pytorch/pytorch#1", "vllm-project/vllm#48379")
    assert index.by_ref("vllm-project/vllm#48379") == ("alpha", "beta", "delta", "gamma")
    assert index.by_ref("pytorch/pytorch#1") == ("beta",)
    assert index.by_ref("nobody/nothing#1") == ()


def test_dossier_holds_the_errors_of_the_examples(index: Index) -> None:
    """What matching needs is read once, at build time."""
    dossier = index.dossier("alpha")
    assert dossier is not None
    assert [event.type for event in dossier.reports[0]] == ["RuntimeError"]
    assert dossier.reports[0][0].message.startswith("shape '[32, 64, 576]'")
    assert index.dossier("omega") is None


LISTS = (
    (ArticleFilter(), ["gamma", "beta", "delta", "alpha"]),
    (ArticleFilter(software="sglang"), ["gamma"]),
    (ArticleFilter(kind="memory"), ["alpha"]),
    (ArticleFilter(language="zh"), ["gamma", "beta", "alpha"]),
    (ArticleFilter(software="vllm", kind="shape"), ["beta", "delta"]),
    (ArticleFilter(software="nothing"), []),
    (ArticleFilter(signature="000000000000"), []),
)


@pytest.mark.parametrize(("filters", "slugs"), LISTS)
def test_lists(index: Index, filters: ArticleFilter, slugs: list[str]) -> None:
    """Newest first, then by slug, narrowed by every filter given."""
    assert [item.slug for item in list_articles(index, filters).items] == slugs


def test_lists_by_signature_and_page(index: Index) -> None:
    """Pages follow each other and end."""
    filters = ArticleFilter(signature=index.signatures()[1].id)
    first, second = (list_articles(index, filters, number, 2) for number in (1, 2))
    assert [item.slug for item in (*first.items, *second.items)] == ["beta", "delta", "alpha"]
    assert (first.next, second.next, second.total) == (2, None, 3)
    assert list_articles(index, filters, 9, 2).items == ()
    assert [item.slug for item in list_articles(index, filters, order="slug").items] == [
        "alpha",
        "beta",
        "delta",
    ]


def test_an_item_is_what_lists_show(index: Index) -> None:
    """Names, languages with the source first, heirs."""
    item = index.item("delta")
    assert item is not None
    assert (item.status, item.heirs, item.languages, item.aliases) == (
        "split",
        ("alpha", "beta"),
        ("en",),
        (),
    )
    assert (item.title("zh"), item.summary("en")) == ("Delta of 显存", "Only English.")


def test_facets_count_what_choosing_them_would_leave(index: Index) -> None:
    """A facet that is chosen still shows its alternatives."""
    found = list_facets(index, ArticleFilter(software="vllm"))
    assert found["software"] == (Facet("vllm", 3), Facet("sglang", 1))
    assert found["kind"] == (Facet("shape", 2), Facet("memory", 1))
    assert found["language"] == (Facet("en", 3), Facet("zh", 2))


SUGGESTIONS = (
    ("tit", "en", ["alpha", "beta", "gamma"]),
    ("title of be", "en", ["beta"]),
    ("beta", "zh", ["beta"]),
    ("显", "en", ["delta"]),
    ("显存", "zh", ["delta"]),
    ("标", "en", ["alpha", "beta", "gamma"]),
    ("zzz", "en", []),
    ('" OR', "en", []),
    ("", "en", []),
)


@pytest.mark.parametrize(("typed", "language", "slugs"), SUGGESTIONS)
def test_suggestions(index: Index, typed: str, language: str, slugs: list[str]) -> None:
    """Titles that hold what is typed so far, the last word unfinished."""
    assert [line.slug for line in suggest(index, typed, language)] == slugs


def test_problems_are_kept_in_order(tmp_path: Path) -> None:
    """The status page names what is wrong in the content."""
    problems = (
        Problem("content/b/index.md", 3, "no title", "add one"),
        Problem("content/a/index.md", 1, "stale", "translate", "warning"),
    )
    build(Library((replace(article("alpha"), problems=problems),), problems), tmp_path)
    assert IndexDirectory(tmp_path).current().problems() == problems
