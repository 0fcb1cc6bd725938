"""Every row of the catalogue finds its software, area and kind."""

import json
import re
from pathlib import Path

import pytest

from app.articles.vocabulary import (
    KIND_BY_CAUSE,
    KINDS,
    SOFTWARE,
    canonical_kind,
    canonical_software,
    software,
)

CATALOGUE = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/catalogue.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_every_catalogue_row_maps() -> None:
    lost = [
        (row["slug"], row["software"], row["kind"])
        for row in CATALOGUE
        if canonical_software(row["software"]) is None or canonical_kind(row["kind"], row["slug"]) is None
    ]
    assert lost == []


def test_kinds_are_the_nine_of_the_front_matter() -> None:
    assert " ".join(kind.id for kind in KINDS) == "shape dtype device memory cuda nccl load install config"


def test_no_spelling_names_two_rows() -> None:
    names = [name for row in SOFTWARE for name in {row.id, row.label.lower(), *row.spellings}]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("row", SOFTWARE, ids=lambda row: row.id)
def test_ids_and_areas_are_plain(row: object) -> None:
    assert re.fullmatch(r"[a-z0-9-]{2,40}", row.id)  # type: ignore[attr-defined]
    assert re.fullmatch(r"[a-z0-9-]{2,40}", row.area)  # type: ignore[attr-defined]


def test_causes_decided_one_by_one_are_in_the_catalogue() -> None:
    assert {slug for slug, _ in KIND_BY_CAUSE} <= {row["slug"] for row in CATALOGUE}


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("vLLM", "vllm"),
        ("llama.cpp", "llama-cpp"),
        ("Triton  Inference Server", "triton-server"),
        ("tensorflow/keras", "keras"),
        ("word processor", None),
        ("", None),
    ],
)
def test_spellings(spelling: str, expected: str | None) -> None:
    assert canonical_software(spelling) == expected


def test_area_of_a_software() -> None:
    row = software("comfyui")
    assert row is not None
    assert row.area == "diffusion"
    assert software("nothing") is None
    assert canonical_kind("import", "tokenizers-untagged-enum-modelwrapper") == "load"
    assert canonical_kind("oom") == "memory"
    assert canonical_kind("weather") is None
