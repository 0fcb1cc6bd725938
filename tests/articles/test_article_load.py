"""Content trees, sound and hostile: what loads, what is said of the rest."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.articles.load import load_bundle, load_tree, source_digest
from app.articles.model import Article, Library
from app.articles.seen import SETTLED_NS, Seen
from tests.articles.changes import TREE, Case, cases, changed_tree, said


@pytest.mark.parametrize("case", cases("load.toml"), ids=lambda case: case["name"])
def test_changed_trees(case: Case, tmp_path: Path) -> None:
    library = load_tree(changed_tree(case, tmp_path))
    assert said(library.problems, case["want"]) == sorted(case["want"])
    assert len(library.articles) == case["loads"]


def article(slug: str = "toy-rows-lost") -> Article:
    return next(one for one in load_tree(TREE).articles if one.slug == slug)


def test_every_fact_of_the_front_matter_arrives() -> None:
    one = article()
    assert (one.area, one.software, one.kind, one.source, one.status) == (
        "numpy", "numpy", "shape", "en", "current",
    )  # fmt: skip
    assert one.signatures[0].error == "toy array of {rows} rows cannot keep {rows+1} rows"
    assert [example.line for example in one.examples] == [13, 14]
    assert one.examples[1].text.startswith("Traceback (most recent call last):")
    assert one.near_misses[0].instead == "toy-columns-lost"
    assert one.workaround is not None
    assert dict(one.workaround.costs) == {"en": "One more copy of the array.", "zh": "多复制一次数组。"}
    assert dict(one.tell_apart[0].by) == {"en": "rows are counted, not columns", "zh": "数的是行，不是列"}
    assert [reference.role for reference in one.refs] == ["report", "docs"]
    assert one.refs[0].known is not None
    assert one.refs[0].known.date == "2026-01-02"
    assert one.verified is not None
    assert one.verified.confidence == "high"
    assert one.name == "tree/numpy/toy-rows-lost"


def test_pages_of_both_languages() -> None:
    one = article()
    assert set(one.pages) == {"en", "zh"}
    assert [section.key for section in one.pages["en"].sections] == [
        section.key for section in one.pages["zh"].sections
    ]
    body_first = one.pages["en"].body.splitlines()[1]
    lines = (TREE / "numpy/toy-rows-lost/index.md").read_text(encoding="utf-8").splitlines()
    assert lines[one.pages["en"].body_line] == body_first == "## Quick answer"
    assert one.page("fr").language == "en"


@pytest.mark.parametrize(("old", "new", "stale"), [("", "", False), ("by then", "by now", True)])
def test_a_translation_of_an_older_original_is_stale(old: str, new: str, stale: bool, tmp_path: Path) -> None:
    case = {"replace": [["numpy/toy-rows-lost/index.md", old, new]]}
    root = changed_tree(case, tmp_path)
    one, problems = load_bundle(root / "numpy/toy-rows-lost", root)
    assert problems == ()
    assert one is not None
    assert one.pages["zh"].stale is stale
    assert not one.pages["en"].stale


def test_source_digest_is_over_bytes() -> None:
    assert source_digest(b"") == "e3b0c44298fc1c14"


def test_line_ends_of_other_systems(tmp_path: Path) -> None:
    text = (TREE / "numpy/toy-rows-lost/index.md").read_bytes().replace(b"\n", b"\r\n")
    root = changed_tree({"bytes": {"numpy/toy-rows-lost/index.md": text.hex()}}, tmp_path)
    one, problems = load_bundle(root / "numpy/toy-rows-lost", root)
    assert problems == ()
    assert one is not None
    assert "\r" not in one.pages["en"].body


def test_a_known_digest_is_not_parsed_again(tmp_path: Path) -> None:
    root = changed_tree({}, tmp_path)
    known = {one.digest: replace(one, tags=("from the cache",)) for one in load_tree(root).articles}
    library = load_tree(root, lambda _, digest: known.get(digest))
    assert [one.tags for one in library.articles] == [("from the cache",)] * 2
    (root / "numpy/toy-rows-lost/examples/whole-log.txt").write_text("changed", encoding="utf-8")
    library = load_tree(root, lambda _, digest: known.get(digest))
    assert [one.tags for one in library.articles] == [("from the cache",), ("reshape",)]


def test_problems_survive_the_cache(tmp_path: Path) -> None:
    case = {"replace": [["numpy/toy-rows-lost/index.zh.md", "source_digest", "digest"]]}
    root = changed_tree(case, tmp_path)
    first = load_tree(root)
    known = {one.digest: one for one in first.articles}
    assert first.problems
    assert load_tree(root, lambda _, digest: known.get(digest)).problems == first.problems


def test_a_moved_tree_takes_its_new_place(tmp_path: Path) -> None:
    known = {one.digest: one for one in load_tree(TREE).articles}
    root = changed_tree({}, tmp_path)
    library = load_tree(root, lambda _, digest: known.get(digest))
    assert {one.name for one in library.articles} == {
        "content/numpy/toy-columns-lost",
        "content/numpy/toy-rows-lost",
    }
    assert all(one.path.is_relative_to(root) for one in library.articles)


def test_missing_tree_is_a_problem(tmp_path: Path) -> None:
    library = load_tree(tmp_path / "nothing")
    assert [str(problem) for problem in library.problems] == [
        "nothing:1: the folder cannot be read (No such file or directory), make it a readable folder"
    ]


def test_pipes_and_names_that_are_no_text(tmp_path: Path) -> None:
    root = changed_tree({"remove": ["numpy/toy-rows-lost/index.md"]}, tmp_path)
    os.mkfifo(root / "numpy/toy-rows-lost/index.md")
    (root / os.fsdecode(b"numpy/toy-\xff")).mkdir()
    assert sorted(str(problem) for problem in load_tree(root).problems) == [
        "content/numpy/toy-rows-lost/index.md:1: this is no plain file, remove it",
        "content/numpy/toy-\ufffd:1: the folder's name is no slug, use 3 to 80 of a-z 0-9 -",
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    matter=st.one_of(
        st.text(max_size=200), st.from_regex(r"[a-z]{1,9}: [\[\]{}&*!|>'\"%@,:a-z0-9\n -]{0,60}")
    ),
    body=st.text(max_size=200),
)
def test_any_text_gives_an_article_or_problems(matter: str, body: str, tmp_path: Path) -> None:
    folder = tmp_path / "content/area/some-slug"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_bytes(f"---\n{matter}\n---\n{body}".encode("utf-8", "replace"))
    one, problems = load_bundle(folder, tmp_path / "content")
    assert one is not None or problems
    assert all(problem.line >= 1 and problem.message and problem.remedy for problem in problems)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=400))
def test_any_bytes_give_problems_not_exceptions(content: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "content/area/some-slug"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_bytes(content)
    assert load_bundle(folder, tmp_path / "content")[1]


def test_untouched_bundles_are_not_read_again(tmp_path: Path) -> None:
    """While a file is fresh it is read each time; once it is old it is known by its state, until it is touched."""
    root = changed_tree({}, tmp_path)
    first = load_tree(root)
    known = {one.digest: one for one in first.articles}
    seen = Seen()

    def load() -> Library:
        return load_tree(root, lambda _, digest: known.get(digest), seen)

    assert (load(), load(), seen.read) == (first, first, 4)
    time.sleep(SETTLED_NS / 1e9 + 0.1)
    assert (load(), load(), load(), seen.read) == (first, first, first, 6)
    example = root / "numpy/toy-rows-lost/examples/whole-log.txt"
    example.write_text("RuntimeError: another", encoding="utf-8")
    changed = load()
    assert (seen.read, changed == first) == (7, False)
    example.unlink()
    assert load().problems
    (root / "numpy/toy-rows-lost/index.md").unlink()
    assert len(load().articles) == len(first.articles) - 1
