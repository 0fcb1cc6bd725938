"""Big logs: the answer is that of the paste alone with its noise, whatever lies around it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.cli.reading import read_log
from app.index.open import Index, IndexDirectory
from app.library import refresh_index
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Diagnosis
from app.matching.weights import load_weights
from app.reports.model import Report
from app.reports.parse import parse
from bench.biglog import CRASH, calm_lines
from tests.cli.conftest import Run
from tests.reports.dev import Paste, pastes

CONTENT = Path(__file__).parents[2] / "content"
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
BIG = 5 * 1024 * 1024
WHOLE = 700 * 1024
STEP = 80


def noise(size: int, seed: int) -> str:
    """About `size` bytes of a vLLM server's log."""
    return "".join(calm_lines(size // 190, seed))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    directory = IndexDirectory(tmp_path_factory.mktemp("index"))
    return refresh_index(CONTENT, directory, lambda _: None)


def answer(report: Report, index: Index) -> Diagnosis:
    return diagnose(report, index, Profiles(), load_weights(), 5)


CASES = pastes()[::STEP]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_inside_a_big_log_is_answered_as_without_windows(case: Paste, index: Index) -> None:
    """5 MB around it change nothing against reading every line of a smaller log."""
    paste = case.text + "\n"
    big = noise(BIG // 2, 1) + paste + noise(BIG // 2, 2)
    small = (noise(WHOLE // 2, 1) + paste + noise(WHOLE // 2, 2)).encode()
    windowed = answer(read_log(io.BytesIO(big.encode())), index)
    whole = answer(parse(small.splitlines(keepends=True)), index)
    assert windowed.verdict == whole.verdict
    assert [match.slug for match in windowed.matches] == [match.slug for match in whole.matches]


def test_the_line_of_the_crash_is_that_of_the_file(run: Run, tmp_path: Path) -> None:
    """From a file and through a pipe; nothing but the answer is printed where nobody watches."""
    before = noise(BIG, 3)
    log = (before + CRASH + noise(WHOLE, 4)).encode()
    path = tmp_path / "vllm.log"
    path.write_bytes(log)
    by_file, by_pipe = run("match", str(path)), run("match", given=log)
    assert by_file.returncode == by_pipe.returncode == 0
    assert by_file.stdout == by_pipe.stdout
    assert by_file.stderr == by_pipe.stderr == b""
    told = by_file.stdout.decode()
    assert GOLDEN in told
    assert f"line {before.count(chr(10)) + 2}" in told


class Counting(io.BytesIO):
    """A file that remembers the largest piece that was asked for."""

    largest = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0, "the whole file is never read at once"
        self.largest = max(self.largest, size)
        return super().read(size)


def test_a_big_log_is_read_piece_by_piece() -> None:
    told: list[int] = []
    log = (noise(BIG, 5) + CRASH).encode()
    file = Counting(log)
    read_log(file, told.append)
    assert file.largest <= 1 << 20
    assert told[-1] == len(log)
    assert told == sorted(told)
