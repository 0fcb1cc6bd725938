"""Diagnoses over the shipped articles: dev cases, proofs, verdicts, versions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.articles.model import Affected, Example, Library, NearMiss
from app.index.build import build
from app.index.open import Index, IndexDirectory
from app.matching.diagnose import Profiles, diagnose
from app.matching.evidence import EVIDENCE
from app.matching.model import Verdict
from app.matching.profile import error_profiles, error_words
from app.matching.prove import prove
from app.matching.versions import version_verdict
from app.matching.weights import FILE, Weights, WeightsError, load_weights
from app.reports.parse import parse_text
from bench.stubs import load_cases, with_aliases

CASES = load_cases()
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
FIRST_BAR = 0.94
FALSE_BAR = 0.03


def test_dev_cases_of_shipped_articles_come_first_and_no_other_is_certain(
    library: Library, index: Index, profiles: Profiles, weights: Weights
) -> None:
    """A regression bar, not a measurement: `make bench-match` holds each case's own report out."""
    names = {name for article in library.articles for name in (article.slug, *article.aliases)}
    covered = uncovered = 0
    wrong, false = [], []
    for case in with_aliases(CASES, library.articles):
        diagnosis = diagnose(parse_text(case.text), index, profiles, weights)
        first = diagnosis.matches[0].slug if diagnosis.matches else None
        if names & set(case.accept) and case.nameable:
            covered += 1
            wrong += [] if first in case.accept else [case.id]
        else:
            uncovered += 1
            false += [case.id] if diagnosis.verdict is Verdict.MATCH else []
    assert len(wrong) <= (1 - FIRST_BAR) * covered, wrong
    assert len(false) <= FALSE_BAR * uncovered, false


@pytest.mark.parametrize(
    ("assertion", "verdict"),
    [
        ("Foo.cu:144: bar: block: [0,0,0], thread: [0,0,0] Assertion `x[i] < limit` failed.", Verdict.NONE),
        (
            "Loss.cu:250: nll: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.",
            Verdict.MATCH,
        ),
        ("", Verdict.MAYBE),
    ],
)
def test_the_assertion_of_a_kernel_decides_what_a_device_side_assert_was(
    assertion: str, verdict: Verdict, index: Index, profiles: Profiles, weights: Weights
) -> None:
    text = f"{assertion}\ntorch.AcceleratorError: CUDA error: device-side assert triggered"
    assert diagnose(parse_text(text), index, profiles, weights).verdict is verdict


def test_every_article_is_proved(library: Library, index: Index, weights: Weights) -> None:
    assert [str(problem) for problem in prove(library.articles, index, weights)] == []


def test_a_broken_promise_is_named_with_its_line(library: Library, tmp_path: Path, weights: Weights) -> None:
    article = next(item for item in library.articles if item.slug == GOLDEN)
    example = article.examples[0]
    spoiled = replace(
        article,
        digest="spoiled",
        examples=(Example("KeyError: 'zebra'", "match", 17), Example(example.text, "match", 18)),
        near_misses=(NearMiss(example.text, None, 23),),
    )
    others = [item for item in library.articles if item.slug != GOLDEN]
    changed = Library((spoiled, *others), ())
    build(changed, tmp_path)
    problems = prove(changed.articles, IndexDirectory(tmp_path).current(), weights)
    mine = {problem.line: problem for problem in problems if problem.file.endswith(f"{GOLDEN}/index.md")}
    assert set(mine) == {17, 23}
    assert "not a match" in mine[17].message
    assert mine[23].remedy


KNOWN_LINES = [
    ("training hangs\ninit.cc:497 Duplicate GPU detected : rank 0 and rank 1 both on CUDA device 1000\nbye", 2,
     "nccl-duplicate-gpu-detected"),
    ("Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has compute "
     "capability 7.5.", 1, "vllm-bfloat16-needs-sm80"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "slug"), KNOWN_LINES)
def test_a_line_that_sounds_like_no_error_is_one_when_a_signature_knows_it(
    index: Index, profiles: Profiles, weights: Weights, text: str, line: int, slug: str
) -> None:
    assert all(event.message != text for event in parse_text(text).errors)
    diagnosis = diagnose(parse_text(text), index, profiles, weights)
    assert (diagnosis.verdict, diagnosis.matches[0].slug) == (Verdict.MATCH, slug)
    assert diagnosis.report.errors[0].first_line == line
    assert diagnosis.hint is None


@pytest.mark.parametrize(
    ("gpu", "bound"), [("RTX5080", 120), ("Tesla V100", 70), ("RTX 4090 and A100", None), ("MI300X", None)]
)
def test_signatures_see_the_capability_of_the_gpus_in_the_paste(gpu: str, bound: int | None) -> None:
    report = parse_text(f"{gpu}: RuntimeError: CUDA error: no kernel image is available for execution")
    said, around = error_words(report)
    (profile,) = error_profiles(report, said, around, lambda _: 1.0)
    assert profile.subject.environment.get("capability") == bound


def test_limits_and_alternatives(index: Index, profiles: Profiles, weights: Weights) -> None:
    report = parse_text("RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488")
    diagnosis = diagnose(report, index, profiles, weights, limit=1)
    assert [match.slug for match in diagnosis.matches] == [GOLDEN]
    assert all(loser.reason.id for loser in diagnosis.losers)
    assert diagnosis.algorithm == weights.algorithm
    assert diagnosis.index == index.digest


def test_probabilities_are_probabilities(index: Index, profiles: Profiles, weights: Weights) -> None:
    for case in CASES[::25]:
        diagnosis = diagnose(parse_text(case.text), index, profiles, weights)
        scores = [match.score for match in diagnosis.matches]
        assert 0 <= diagnosis.covered <= 1
        assert scores == sorted(scores, reverse=True)
        assert sum(scores) <= diagnosis.covered + 1e-9
        assert len(diagnosis.matches) <= (3 if diagnosis.verdict is Verdict.MAYBE else 5)


RANGE = Affected("vllm", "0.25.0", "0.24.0", "0.25.1", "0.26.0")
VERSIONS = [
    (RANGE, "0.25.0", True, "version.inside"),
    (RANGE, "0.25.1", True, "version.inside"),
    (RANGE, "0.25.1+cu130", True, "version.inside"),
    (RANGE, "0.24.0", False, "version.before"),
    (RANGE, "0.9.1", False, "version.before"),
    (RANGE, "0.26.0", False, "version.fixed"),
    (RANGE, "1.0", False, "version.fixed"),
    (RANGE, "0.24.5", None, "version.undecided"),
    (RANGE, "0.25.1rc1.dev20", True, "version.inside"),
    (RANGE, "main", None, "version.unreadable"),
    (Affected("vllm", first="0.25.0"), "0.25.0", True, "version.inside"),
    (Affected("vllm", first="0.25.0"), "0.27.0", None, "version.after_first"),
    (Affected("vllm", first="0.25.0", last_known="0.25.1"), "0.27.0", None, "version.undecided"),
    (Affected("llama.cpp", "b4000", None, "b4100", "b4200", "build"), "b4050", True, "version.inside"),
    (Affected("llama.cpp", "b4000", None, "b4100", "b4200", "build"), "b4201", False, "version.fixed"),
    (Affected("nvidia", "570.86.15", None, None, "580.10", "driver"), "575.1", True, "version.inside"),
]


@pytest.mark.parametrize(("affected", "found", "verdict", "reason"), VERSIONS)
def test_a_version_is_judged_only_by_confirmed_bounds(
    affected: Affected, found: str, verdict: bool | None, reason: str
) -> None:
    said = version_verdict((affected,), {affected.package: found})
    assert said is not None
    assert (said.affected, said.reason.id) == (verdict, reason)


def test_without_a_version_nothing_is_judged() -> None:
    missing = version_verdict((RANGE,), {"torch": "2.9"})
    assert missing is not None
    assert (missing.affected, missing.reason.id) == (None, "version.not_in_paste")
    assert version_verdict((), {"vllm": "0.25.1"}) is None


def test_weights_of_other_rows_are_refused(tmp_path: Path) -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    assert set(data["article"]) == {row.id for row in EVIDENCE}
    del data["article"]["signature_exact"]
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(WeightsError, match="make fit"):
        load_weights(file)
