"""Every evidence row says something about its sample and nothing about its near miss."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.index.frequencies import root_frequencies
from app.index.open import Index
from app.matching.compare import best_fit, compare
from app.matching.diagnose import Profiles, context_of
from app.matching.evidence import EVIDENCE, measure_all, speak
from app.matching.profile import error_profiles, error_words
from app.matching.relations import relations, slots
from app.matching.weighing import rarity_of
from app.reports.parse import parse_text

CASES = tomllib.loads((Path(__file__).parent / "evidence.toml").read_text(encoding="utf-8"))
UNMEASURED = {"signature_solved", "signature_unknown"}
"""No shipped signature leaves an unknown to solve or a condition open yet; shapes' tests hold their cases."""


def measured(paste: str, slug: str, error: int, index: Index, profiles: Profiles) -> dict[str, float]:
    """Row id -> measurement of one error of the paste against one article; empty when there is no such error."""
    report = parse_text(paste)
    said, around = error_words(report)
    asked = around.union(*(item.words for item in said))
    errors = error_profiles(report, said, around, rarity_of(root_frequencies(index, asked), index.count))
    article = profiles.of(index, slug)
    assert article is not None
    if error >= len(errors):
        return {}
    comparison = compare(
        errors[error],
        article,
        context_of(errors, {slug: article}),
        best_fit(errors[error], article.signatures),
    )
    return dict(zip((row.id for row in EVIDENCE), measure_all(comparison), strict=True))


def test_every_row_has_a_sample_and_a_near_miss() -> None:
    assert set(CASES) | UNMEASURED == {row.id for row in EVIDENCE}


@pytest.mark.parametrize("row", CASES)
def test_a_row_speaks_of_its_sample_only(row: str, index: Index, profiles: Profiles) -> None:
    case: dict[str, Any] = CASES[row]
    error = case.get("error", 0)
    assert measured(case["sample"], case["slug"], error, index, profiles)[row] > 0
    assert measured(case["near_miss"], case["slug"], 0, index, profiles).get(row, 0) == 0


SPOKEN = {
    "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488": (
        "vllm-mla-fp8-ds-mla-kv-view-576-vs-656",
        "evidence.signature_exact",
        "blocks = 32, page = 64",
    ),
    'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].': (
        "docker-no-gpu-device-driver",
        "evidence.signature_plain",
        "",
    ),
}
"""A paste -> its article, the phrase of its signature, and the numbers that the phrase tells."""


@pytest.mark.parametrize("paste", SPOKEN)
def test_what_weighs_nothing_is_not_said(paste: str, index: Index, profiles: Profiles) -> None:
    slug, phrase, told = SPOKEN[paste]
    report = parse_text(paste)
    said, around = error_words(report)
    errors = error_profiles(report, said, around, rarity_of({}, 10))
    article = profiles.of(index, slug)
    assert article is not None
    comparison = compare(
        errors[0],
        article,
        context_of(errors, {article.article.slug: article}),
        best_fit(errors[0], article.signatures),
    )
    values = measure_all(comparison)
    weights = tuple(1.0 if row.id == "signature_exact" else 0.0 for row in EVIDENCE)
    spoken = speak(comparison, values, weights)
    assert [item.kind for item in spoken] == ["signature_exact"]
    assert (spoken[0].phrase.id, spoken[0].phrase.values["values"]) == (phrase, told)


SLOTS = [
    ("shape '[32, 64, 576]' is invalid for input of size 1343488", ((32, 64, 576), (1343488,))),
    ("mat1 and mat2 shapes cannot be multiplied (6x5120 and 1x2560)", ((6, 5120), (1, 2560))),
    ("size mismatch: torch.Size([0]) from checkpoint, torch.Size([32000, 4096])", ((0,), (32000, 4096))),
    ("tried 2.00 GiB of 139.80 GiB", ()),
    ("expected (1, 128, 3000) got (1,80,3000)", ((1, 128, 3000), (1, 80, 3000))),
    ("Vocab size mismatch (model has -1)", ((-1,),)),
]


@pytest.mark.parametrize(("message", "wanted"), SLOTS)
def test_the_numbers_of_a_message_in_order(message: str, wanted: tuple[tuple[int, ...], ...]) -> None:
    assert slots(message) == wanted


RELATIONS = [
    ("copying a param with shape [0], the shape is [5, 7]", "0.-1=0", True),
    ("copying a param with shape [3], the shape is [5, 7]", "0.-1=0", False),
    ("size of tensor a (32000) must match b (32001)", "0~1.last:off1", True),
    ("size of tensor a (32000) must match b (32010)", "0~1.last:off1", False),
    ("got 1024 but expected 4096", "0~1.last:times4", True),
    ("got 1024 but expected 4095", "0~1.last:times4", False),
    ("expected (1, 128, 3000) got (1, 80, 3000)", "0~1:axis-2", True),
    ("expected (1, 128, 3000) got (1, 128, 2000)", "0~1:axis-2", False),
    ("expected (3, 224, 5) got (224, 5, 3)", "0~1:permuted", True),
]


@pytest.mark.parametrize(("message", "token", "there"), RELATIONS)
def test_how_numbers_relate(message: str, token: str, there: bool) -> None:
    assert (token in relations(message)) is there
