"""The family tables: every row reads its sample, refuses its near miss, and says something true."""

import json
from pathlib import Path

import pytest

from app.phrase import Value
from app.shapes.document import family_table
from app.shapes.expressions import evaluate, parse_expression
from app.shapes.families import FAMILIES
from app.shapes.family import FamilyRow
from app.shapes.layouts import LAYOUTS, known_number
from app.shapes.solve import explain, family_of

ROOT = Path(__file__).parents[2]
EVERY_ROW = pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.id)


@EVERY_ROW
def test_a_row_reads_its_sample_first(row: FamilyRow) -> None:
    assert family_of(row.sample) == row.id


@EVERY_ROW
def test_a_row_reads_its_sample_behind_a_prefix_and_wrapped(row: FamilyRow) -> None:
    assert family_of(f"(Worker_TP0 pid=7) ERROR {row.sample} and more") == row.id
    words = row.sample.split(" ")
    if len(words) > 4 and "\n" not in row.sample:
        middle = len(words) // 2
        assert family_of(" ".join(words[:middle]) + "\n  " + " ".join(words[middle:])) is not None


@EVERY_ROW
def test_a_row_leaves_its_near_miss(row: FamilyRow) -> None:
    assert family_of(row.near_miss) != row.id


@EVERY_ROW
def test_the_requirement_is_false_for_the_sample(row: FamilyRow) -> None:
    found = explain(row.sample)
    assert found is not None
    if row.requires:
        assert evaluate(parse_expression(row.requires), found.values) is False


@EVERY_ROW
def test_the_sample_is_explained_with_every_side(row: FamilyRow) -> None:
    found = explain(row.sample)
    assert found is not None
    assert [side.role for side in found.sides] == [side.role for side in row.sides]
    assert found.sentence.id != "shape.consistent"
    assert found.requirement.id == row.requirement
    for side in found.sides:
        assert side.failing is None or 0 <= side.failing < len(side.dims)


def test_ids_are_unique_and_named_by_library_and_operation() -> None:
    ids = [row.id for row in FAMILIES]
    assert len(ids) == len(set(ids))
    assert all(name.count(".") == 1 for name in ids)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.value}-{layout.name}")
def test_every_known_number_has_a_source_and_families_that_exist(layout) -> None:
    assert layout.source.startswith("https://") or "/" in layout.source
    for family in layout.families:
        assert any(row.id.startswith(family) for row in FAMILIES), family


def test_a_number_is_known_only_where_it_means_that() -> None:
    assert [known.name for known in known_number(576, "torch.view")] == ["layout.mla-head"]
    assert [known.name for known in known_number(576, "vllm.placeholders")] == ["layout.patches-336"]
    assert known_number(576, "pandas.length") == ()


def test_the_documentation_is_the_table() -> None:
    page = (ROOT / "docs" / "families.md").read_text(encoding="utf-8")
    assert page == family_table(), "write app.shapes.document.family_table() to docs/families.md"


def test_nearly_every_shape_error_of_the_dev_cases_is_read() -> None:
    lines = (ROOT / "tests" / "data" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "shape"]
    unread = [case["id"] for case in cases if family_of(case["text"]) is None]
    assert len(unread) <= 0.05 * len(cases), unread


EXPLAINED: list[tuple[str, str, str, dict[str, Value], list[int]]] = [
    (
        "shape '[32, 64, 576]' is invalid for input of size 1343488",
        "torch.view",
        "shape.product.dimension",
        {"dim": 2, "needed": 656},
        [576, 656],
    ),
    (
        "shape '[1, 61, 256, 132]' is invalid for input of size 11056128",
        "torch.view",
        "shape.product.dimension",
        {"dim": 3, "needed": 708},
        [132, 708],
    ),
    (
        "shape '[-1, 1, 80, 80]' is invalid for input of size 25690112",
        "torch.view",
        "shape.product.indivisible",
        {"quotient": 4014, "rest": 512},
        [],
    ),
    (
        "shape '[1, 512, 64, 128]' is invalid for input of size 524288",
        "torch.view",
        "shape.product.fewer",
        {"dim": 3, "needed": 16, "ratio": 8},
        [],
    ),
    (
        "cannot reshape array of size 5504 into shape (5)",
        "numpy.reshape",
        "shape.product.indivisible",
        {"quotient": 1100, "rest": 4},
        [],
    ),
    (
        "Expected packed SM120 DSV4 swa_kv_cache head dim 584, got 512",
        "vllm.kv-head-dim",
        "shape.equal.differs",
        {"difference": 72},
        [584, 512],
    ),
    (
        "mat1 and mat2 shapes cannot be multiplied (8192x4096 and 1x25165824)",
        "torch.matmul",
        "shape.inner.packed",
        {"values": 50331648, "outputs": 12288},
        [],
    ),
    (
        "mat1 and mat2 shapes cannot be multiplied (154x2048 and 768x320)",
        "torch.matmul",
        "shape.equal.differs",
        {"difference": 1280},
        [2048, 768],
    ),
    (
        "The size of tensor a (32000) must match the size of tensor b (32001) at non-singleton dimension 0",
        "torch.elementwise",
        "shape.equal.off_by_one",
        {"difference": -1},
        [32000, 32001],
    ),
    (
        "The size of tensor a (3072) must match the size of tensor b (6144) at non-singleton dimension 1",
        "torch.elementwise",
        "shape.equal.ratio",
        {"difference": -3072, "ratio": 2},
        [],
    ),
    (
        "The size of tensor a (1728) must match the size of tensor b (3072) at non-singleton dimension 1",
        "torch.elementwise",
        "shape.block.q4",
        {"difference": -1344},
        [],
    ),
    (
        "size mismatch for h.0.weight: copying a param with shape torch.Size([0]) from checkpoint, the "
        "shape in current model is torch.Size([2560, 16]).",
        "torch.state-dict",
        "shape.same.empty",
        {"elements": 40960},
        [],
    ),
    (
        "size mismatch for img_in.weight: copying a param with shape torch.Size([98304, 1]) from "
        "checkpoint, the shape in current model is torch.Size([3072, 64]).",
        "torch.state-dict",
        "shape.same.packed",
        {"packed": 98304, "elements": 196608},
        [],
    ),
    (
        "Invalid input features shape: expected an input with shape (1, 128, 3000), but got an input with "
        "shape (1, 80, 3000) instead",
        "whisper.features",
        "shape.equal.differs",
        {"difference": 48, "dim": 1},
        [128, 80],
    ),
    (
        "Total number of attention heads (28) must be divisible by tensor parallel size (8)",
        "parallel.heads",
        "shape.divides.not",
        {"rest": 4, "below": 24, "above": 32, "divisors": (1, 2, 4, 7, 14, 28)},
        [],
    ),
    (
        "The model's max seq len (131072) is larger than the maximum number of tokens that can be stored in "
        "KV cache (39024). Try increasing `gpu_memory_utilization` or decreasing `max_model_len`.",
        "vllm.max-length-tokens",
        "shape.at_most",
        {"over": 92048},
        [],
    ),
    (
        "To serve at least one request with the models's max seq len (1048576), (24.00 GiB KV cache is "
        "needed, which is larger than the available KV cache memory (9.97 GiB). Try increasing "
        "`gpu_memory_utilization`.",
        "vllm.max-length-memory",
        "shape.memory.short",
        {"missing_bytes": 24 * 2**30 - round(9.97 * 2**30)},
        [],
    ),
    (
        "Free memory on device (31.44/47.38 GiB) on startup is less than desired GPU memory utilization "
        "(0.95, 45.01 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.",
        "vllm.free-memory",
        "shape.memory.share",
        {
            "missing_bytes": round(45.01 * 2**30) - round(31.44 * 2**30),
            "others_bytes": round(47.38 * 2**30) - round(31.44 * 2**30),
            "largest_share": 0.66,
            "free_bytes": round(31.44 * 2**30),
        },
        [],
    ),
    (
        "CUDA out of memory. Tried to allocate 1.70 GiB (GPU 0; 6.00 GiB total capacity; 2.93 GiB already "
        "allocated; 0 bytes free; 5.50 GiB reserved in total by PyTorch)",
        "torch.out-of-memory",
        "shape.allocation.fragmented",
        {"others_bytes": 2**29, "unallocated_bytes": round(5.5 * 2**30) - round(2.93 * 2**30)},
        [],
    ),
    (
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.00 GiB of which "
        "1.00 GiB is free. Including non-PyTorch memory, this process has 30.00 GiB memory in use. Of the "
        "allocated memory 29.00 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch but "
        "unallocated.",
        "torch.out-of-memory",
        "shape.allocation.others",
        {"others_bytes": 48 * 2**30, "unallocated_bytes": 100 * 2**20},
        [],
    ),
    (
        "CUDA out of memory. Tried to allocate 90.00 GiB. GPU 0 has a total capacity of 79.00 GiB of which "
        "78.00 GiB is free.",
        "torch.out-of-memory",
        "shape.allocation.never",
        {"missing_bytes": 11 * 2**30},
        [],
    ),
    (
        "could not broadcast input array from shape (513,) into shape (512,)",
        "numpy.assign",
        "shape.equal.off_by_one",
        {"difference": 1, "dim": -1},
        [512],
    ),
    (
        "could not broadcast input array from shape (64,64,3) into shape (64,64)",
        "numpy.assign",
        "shape.broadcast.leading",
        {"dim": -1},
        [],
    ),
    (
        "start (0) + length (1536) exceeds dimension size (0)",
        "torch.narrow",
        "shape.slice.empty",
        {"end": 1536, "over": 1536},
        [],
    ),
    (
        "start (0) + length (4096) exceeds dimension size (1024)",
        "torch.narrow",
        "shape.slice.ratio",
        {"end": 4096, "over": 3072, "ratio": 4},
        [],
    ),
    (
        "index 32000 is out of bounds for dimension 0 with size 32000",
        "torch.index-range",
        "shape.index.one_past",
        {"needed": 32001},
        [32000],
    ),
    (
        "create_tensor: tensor 'token_embd.weight' has wrong shape; expected  4096, 32004, got  4096, "
        "32000,     1,     1",
        "gguf.tensor",
        "shape.equal.differs",
        {"difference": -4, "dim": 1},
        [32000],
    ),
]


@pytest.mark.parametrize(("message", "family", "sentence", "solved", "known"), EXPLAINED)
def test_explained(
    message: str, family: str, sentence: str, solved: dict[str, Value], known: list[int]
) -> None:
    found = explain(message)
    assert found is not None
    assert (found.family, found.sentence.id) == (family, sentence)
    assert dict(found.solved) == solved
    assert [number.value for number in found.known_as] == known


def test_the_failing_dimension_is_marked_on_each_side() -> None:
    matmul = explain("mat1 and mat2 shapes cannot be multiplied (154x2048 and 768x320)")
    assert matmul is not None
    assert [(side.role, side.dims, side.failing) for side in matmul.sides] == [
        ("left", (154, 2048), 1),
        ("right", (768, 320), 0),
    ]
    broadcast = explain("operands could not be broadcast together with shapes (128,960,4) (3,)")
    assert broadcast is not None
    assert broadcast.failing == -1
    assert [side.failing for side in broadcast.sides] == [2, 0]


def test_a_side_carries_the_name_from_the_message() -> None:
    found = explain(FAMILIES[[row.id for row in FAMILIES].index("torch.state-dict")].sample)
    assert found is not None
    assert {side.label for side in found.sides} == {"lm_head.weight"}


def test_a_known_type_that_cannot_carry_the_message_is_respected() -> None:
    message = "not enough values to unpack (expected 2, got 1)"
    assert family_of(message, "ValueError") == "python.unpack"
    assert family_of(message, "RuntimeError") is None


@pytest.mark.parametrize(
    "check",
    [
        'idx >= 0 && idx < self_dim_size && "index out of bounds"',
        'ind < size && "vectorized gather kernel index out of bounds"',
    ],
)
def test_newer_index_asserts_are_of_the_old_family(check: str) -> None:
    assert family_of(f"ScatterGatherKernel.cu:144: block: [0,0,0] Assertion `{check}` failed.", None) == (
        "torch.device-assert-index"
    )


@pytest.mark.parametrize(
    "text", ["", "hello world", "Traceback (most recent call last):", "size 3", "\x00\ud800"]
)
def test_what_no_family_reads_has_no_explanation(text: str) -> None:
    assert explain(text) is None
