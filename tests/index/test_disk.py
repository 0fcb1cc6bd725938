"""A disk that takes no more: the build says so, and the old index serves on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.index.build import build
from app.index.errors import BuildFailed
from app.index.open import IndexDirectory
from tests.index.factory import article, library

ROOT = Path(__file__).parents[2]
LIMITED = """
import resource, sys
from pathlib import Path
from app.index.build import build
from app.index.errors import BuildFailed
from tests.index.factory import article, library
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    build(library(*(article(f"article-{number:03}") for number in range(40))), Path(sys.argv[1]))
except BuildFailed as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 4096, 100_000, 200_000])
def test_files_that_may_not_grow(tmp_path: Path, limit: int) -> None:
    """Wherever writing stops, nothing is left behind and nothing changes hands."""
    build(library(article("alpha")), tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path), str(limit)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "the index cannot be written" in done.stdout
    assert "the former index still serves" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert IndexDirectory(tmp_path).current().slugs() == ("alpha",)
    build(library(article("beta")), tmp_path)
    assert IndexDirectory(tmp_path).current().slugs() == ("beta",)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte; needs the right to mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.fail("mounting a small disk needs root: run the tests as root, as CI does")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def test_a_full_and_a_read_only_disk(small_disk: Path) -> None:
    """The index in use answers while no other can be written, and the next build succeeds when there is room."""
    many = [article(f"article-{number:03}") for number in range(200)]
    build(library(article("alpha")), small_disk)
    with pytest.raises(BuildFailed, match="the index cannot be written"):
        build(library(*many), small_disk)
    assert IndexDirectory(small_disk).current().slugs() == ("alpha",)
    assert not list(small_disk.glob("building-*"))
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(BuildFailed, match="Read-only"):
        build(library(article("beta")), small_disk)
    served = IndexDirectory(small_disk).current()
    assert served.article("alpha") == article("alpha")
    subprocess.run(["mount", "-o", "remount,rw,size=8m", small_disk], check=True)
    build(library(*many), small_disk)
    assert IndexDirectory(small_disk).current().count == 200
