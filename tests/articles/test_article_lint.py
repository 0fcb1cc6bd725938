"""Every rule of lint on a bundle that breaks it; the sample tree breaks none."""

from pathlib import Path

import pytest

from app.articles.lint import RULES, fix_digests, lint
from app.articles.load import load_tree
from tests.articles.changes import TREE, Case, cases, changed_tree, said

TODAY = "2026-12-01"


def test_the_sample_tree_breaks_no_rule() -> None:
    assert lint(load_tree(TREE), TODAY) == ()


@pytest.mark.parametrize("case", cases("lint.toml"), ids=lambda case: case["name"])
def test_changed_trees(case: Case, tmp_path: Path) -> None:
    root = changed_tree(case, tmp_path)
    if not case.get("stale"):
        fix_digests(load_tree(root).articles)
    library = load_tree(root)
    problems = (*library.problems, *lint(library, TODAY))
    assert said(problems, case["want"]) == sorted(case["want"])
    assert {problem.level for problem in problems} <= {case.get("level", "error"), "warning"}


def test_every_rule_has_a_case_that_breaks_it() -> None:
    broken = {case["rule"] for case in cases("lint.toml") if case["want"]}
    assert {rule.id for rule in RULES} <= broken


def test_problems_are_sorted_by_place(tmp_path: Path) -> None:
    case = {"remove": ["numpy/toy-rows-lost/index.zh.md", "numpy/toy-columns-lost/index.zh.md"]}
    problems = lint(load_tree(changed_tree(case, tmp_path)), TODAY)
    assert [(one.file, one.line) for one in problems] == sorted((one.file, one.line) for one in problems)


def test_digests_are_fixed_and_nothing_else_changes(tmp_path: Path) -> None:
    root = changed_tree({"replace": [["numpy/toy-rows-lost/index.md", "by then", "by now"]]}, tmp_path)
    page = root / "numpy/toy-rows-lost/index.zh.md"
    before = page.read_text(encoding="utf-8").splitlines()
    assert fix_digests(load_tree(root).articles) == ("content/numpy/toy-rows-lost/index.zh.md",)
    after = page.read_text(encoding="utf-8").splitlines()
    assert [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] == [3]
    assert fix_digests(load_tree(root).articles) == ()
    assert lint(load_tree(root), TODAY) == ()


def test_without_a_day_today_is_the_last(tmp_path: Path) -> None:
    case = {"replace": [["numpy/toy-rows-lost/index.md", 'updated: "2026-11-30"', 'updated: "9999-01-01"']]}
    root = changed_tree(case, tmp_path)
    assert any("9999-01-01 has not come yet" in problem.message for problem in lint(load_tree(root)))
