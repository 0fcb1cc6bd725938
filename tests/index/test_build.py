"""Building: the same library gives the same index, from nothing or from the one before."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.articles.load import load_tree
from app.articles.model import Article, Library, Problem, Unchanged
from app.index.build import build, cached_articles, digest_of
from app.index.errors import BuildFailed, IndexDamaged
from app.index.files import CURRENT, read_current
from app.index.open import Index, IndexDirectory
from app.shapes.model import SignatureSource
from tests.index.dump import dump
from tests.index.factory import CHINESE, article, digested, library, opened, page, rows, stubs

CONTENT = Path(__file__).parents[2] / "content"


def files_of(directory: Path) -> set[str]:
    """The index files of a directory."""
    return {path.name for path in directory.glob("*.sqlite")}


def test_an_article_comes_back_as_it_was(tmp_path: Path) -> None:
    """Everything of an Article is in the index: every shipped one and one with every field set."""
    articles = (*load_tree(CONTENT).articles, article("alpha", aliases=("older",), heirs=("beta",)))
    index = opened(articles, tmp_path)
    for each in articles:
        assert index.article(each.slug) == each


def test_the_digest_depends_on_articles_and_problems_only() -> None:
    """Order does not matter; an article, a granted alias or a problem more does."""
    one, two = article("alpha"), article("beta")
    digest = digest_of(library(one, two))
    assert digest == digest_of(library(two, one))
    others = (
        library(one),
        library(one, article("beta", kind="memory")),
        library(one, replace(two, aliases=("older",))),
        Library((one, two), (Problem("content/x/index.md", 1, "no title", "add one"),)),
    )
    assert len({digest, *map(digest_of, others)}) == 5


def test_nothing_is_written_twice(tmp_path: Path) -> None:
    """Building what is there leaves the file and `current` alone."""
    path = build(library(article("alpha")), tmp_path)
    before = [
        (entry.name, entry.stat().st_mtime_ns, entry.stat().st_ino) for entry in sorted(tmp_path.iterdir())
    ]
    assert build(library(article("alpha")), tmp_path) == path
    after = [
        (entry.name, entry.stat().st_mtime_ns, entry.stat().st_ino) for entry in sorted(tmp_path.iterdir())
    ]
    assert [each for each in after if each[0] != "build.lock"] == [
        each for each in before if each[0] != "build.lock"
    ]


def test_two_generations_are_kept(tmp_path: Path) -> None:
    """The index in use and the one before it stay; older ones and left-overs of killed builds go."""
    names = []
    for kind in ("shape", "memory", "cuda", "nccl"):
        (tmp_path / "building-1-left.sqlite").write_bytes(b"half")
        names.append(build(library(article("alpha", kind=kind)), tmp_path).name)
        assert files_of(tmp_path) == set(names[-2:])
    named = read_current(tmp_path)
    assert named is not None
    assert named.name == names[-1]


def test_an_index_is_self_contained(tmp_path: Path) -> None:
    """The file and `current` are all that another machine needs."""
    home, away = tmp_path / "home", tmp_path / "away"
    index = opened([article("alpha")], home)
    away.mkdir()
    for name in (CURRENT, index.reader.path.name):
        shutil.copy(home / name, away / name)
    assert IndexDirectory(away).current().slugs() == ("alpha",)


def variants(slug: str) -> list[Article]:
    """The same article at several times of its life."""
    made = article(slug)
    return [
        made,
        digested(replace(made, kind="memory", tags=("mla", "fp8"))),
        digested(replace(made, examples=(), signatures=(SignatureSource("head size {n} is not supported"),))),
        digested(replace(made, pages={"en": made.pages["en"]})),
        digested(replace(made, pages={"zh": page("zh", "显存不足", "清空显卡。", CHINESE)}, source="zh")),
        replace(made, aliases=(f"{slug}-older",)),
    ]


SLUGS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
CHOICES = st.lists(st.integers(-1, 5), min_size=len(SLUGS), max_size=len(SLUGS))
MADE = {slug: variants(slug) for slug in SLUGS}


def chosen(choice: list[int]) -> Library:
    """One variant of each article; -1 is none."""
    return library(*(MADE[slug][at] for slug, at in zip(SLUGS, choice, strict=True) if at >= 0))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CHOICES, min_size=2, max_size=4))
def test_an_update_says_what_a_fresh_build_says(tmp_path: Path, life: list[list[int]]) -> None:
    """Whatever changes between builds, the updated file equals one built from nothing."""
    updated, fresh = tmp_path / "updated", tmp_path / "fresh"
    for choice in life:
        shutil.rmtree(fresh, ignore_errors=True)
        built = opened(chosen(choice).articles, fresh)
        now = opened(chosen(choice).articles, updated)
        assert dump(now) == dump(built)
        with sqlite3.connect(now.reader.path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            for table in ("documents", "reports", "prose"):
                connection.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")  # noqa: S608
            connection.rollback()
        connection.close()


def test_one_change_keeps_the_other_rows(tmp_path: Path) -> None:
    """A changed article gets a new row, the others keep theirs: the old file was used."""
    articles = [article(slug) for slug in SLUGS]
    before = opened(articles, tmp_path)
    articles[3] = article("delta", kind="memory")
    after = opened(articles, tmp_path)
    same = [slug for slug in SLUGS if before.number(slug) == after.number(slug)]
    assert sorted(same) == sorted(set(SLUGS) - {"delta"})
    changed = after.article("delta")
    assert changed is not None
    assert changed.kind == "memory"


def test_loaded_articles_are_kept_by_digest(tmp_path: Path) -> None:
    """Loading again parses nothing that the index in use holds, and gives the same library."""
    tree = tmp_path / "content"
    shutil.copytree(CONTENT, tree)
    library_before = load_tree(tree, cached_articles(IndexDirectory(tmp_path / "data")))
    build(library_before, tmp_path / "data")
    asked: list[bool] = []
    lookup = cached_articles(IndexDirectory(tmp_path / "data"))

    def counting(folder: Path, digest: str) -> Unchanged | None:
        found = lookup(folder, digest)
        asked.append(found is not None)
        return found

    again = load_tree(tree, counting)
    assert (again.articles, again.problems) == ((), library_before.problems)
    assert digest_of(again) == digest_of(library_before)
    assert asked.count(True) == len(library_before.articles) == len(again.unchanged)


def test_unchanged_articles_come_from_the_index(tmp_path: Path) -> None:
    """A build of a moved tree, all of whose articles must be stored anew, says what one from its files says."""
    tree, moved, data = tmp_path / "content", tmp_path / "moved" / "content", tmp_path / "data"
    shutil.copytree(CONTENT / "numpy", tree / "numpy")
    build(load_tree(tree), data)
    shutil.copytree(tree, moved)
    changed = next(moved.glob("*/*/index.md"))
    changed.write_text(changed.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    loaded = load_tree(moved, cached_articles(IndexDirectory(data)))
    assert (len(loaded.articles), len(loaded.unchanged)) == (1, len(list(moved.glob("*/*"))) - 1)
    build(loaded, data)
    build(load_tree(moved), tmp_path / "fresh")
    assert dump(IndexDirectory(data).current()) == dump(IndexDirectory(tmp_path / "fresh").current())


def test_an_index_lost_while_it_was_needed(tmp_path: Path) -> None:
    """What was not loaded again cannot be written then: the build says so and the next one loads everything."""
    tree, data = tmp_path / "content", tmp_path / "data"
    shutil.copytree(CONTENT / "numpy", tree / "numpy")
    path = build(load_tree(tree), data)
    loaded = load_tree(tree, cached_articles(IndexDirectory(data)))
    path.chmod(0o600)
    path.write_bytes(b"damaged")
    with pytest.raises(BuildFailed, match="build again"):
        build(loaded, data)
    build(load_tree(tree, cached_articles(IndexDirectory(data))), data)
    assert IndexDirectory(data).current().count == len(loaded.unchanged)


def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    """The build says where, why and what to do."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no directory")
    with pytest.raises(BuildFailed, match=r"blocked.*cannot be written.*make the directory writable"):
        build(library(article("alpha")), blocked)


def test_an_unusable_signature_is_left_to_lint(tmp_path: Path) -> None:
    """A signature that does not compile does not stop the build; its article is found by words."""
    broken = article("alpha", signatures=(SignatureSource("{a}{b}"), SignatureSource("size {")))
    assert opened([broken], tmp_path).count == 1


def test_the_whole_catalogue(tmp_path: Path) -> None:
    """Every catalogued cause with the pastes of its dev cases as examples."""
    made = stubs(rows("dev"))
    index = opened(made, tmp_path)
    assert index.count == len(made)
    for each in made[::50]:
        assert index.article(each.slug) == each


def test_a_moved_bundle_is_loaded_again(tmp_path: Path) -> None:
    """Equal files under another area are another article."""
    index = opened([article("alpha", area="vllm")], tmp_path)
    digest = article("alpha", area="vllm").digest
    assert set(index.unchanged()) == {("vllm", "alpha", digest)}


def test_an_index_of_another_form_is_refused(tmp_path: Path) -> None:
    """A file whose rows this program does not know is built again, not read."""
    path = opened([article("alpha")], tmp_path).reader.path
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'schema'")
    connection.close()
    with pytest.raises(IndexDamaged, match="has form 0"):
        Index(path)
