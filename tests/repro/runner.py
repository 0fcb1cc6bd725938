"""Runs the articles' `repro.py` against the real libraries and holds what was raised against the articles.

`make repro` runs every group in an environment of its own; the test suite runs the groups of small CPU
libraries. A script names what it needs in its first line: `# needs: torch, transformers`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Article, Library
from app.index.build import build
from app.index.open import Index, IndexDirectory
from app.matching.diagnose import Profiles, diagnose
from app.matching.model import Verdict
from app.matching.weights import Weights, load_weights
from app.reports.parse import parse_text

CONTENT = Path(__file__).parents[2] / "content"
SMALL = frozenset({"numpy", "pandas", "scikit-learn", "python"})
"""Libraries that the test environment has anyway."""
SECONDS = 120
_NEEDS = re.compile(r"#\s*needs:\s*(.+)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one reproduction did."""

    slug: str
    needs: tuple[str, ...]
    seconds: float
    problem: str | None
    """None when the error was raised and its own article came first."""


def needs_of(article: Article) -> tuple[str, ...]:
    """The libraries that a reproduction names in its first line."""
    found = _NEEDS.match((article.repro or "").lstrip())
    return tuple(sorted(name.strip() for name in found[1].split(","))) if found else ()


def reproducible(library: Library, small: bool) -> Iterator[Article]:
    """The articles with a reproduction, of small libraries only or of all others."""
    for article in library.articles:
        if article.repro and (set(needs_of(article)) <= SMALL) is small:
            yield article


def run_script(python: Path, article: Article, folder: Path) -> tuple[int, str]:
    """Exit status and what the script printed; without network where the kernel lets us, within limits."""
    script = article.path / "repro.py"
    fence = ["unshare", "-n"] if os.geteuid() == 0 and shutil.which("unshare") else []
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    try:
        done = subprocess.run(
            [*fence, str(python), str(script)],
            capture_output=True, text=True, errors="replace", timeout=SECONDS, cwd=folder, env=environment,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 124, f"no end after {SECONDS} s"
    return done.returncode, done.stdout + done.stderr


class Judge:
    """Holds what was raised against the shipped articles."""

    def __init__(self, library: Library, folder: Path) -> None:
        build(library, folder)
        self._index: Index = IndexDirectory(folder).current()
        self._profiles, self._weights = Profiles(), load_weights()

    @property
    def weights(self) -> Weights:
        """The weights in use."""
        return self._weights

    def problem(self, article: Article, status: int, output: str) -> str | None:
        """What is wrong: nothing raised, or another article first."""
        if status == 0:
            return "ended without an error"
        diagnosis = diagnose(parse_text(output), self._index, self._profiles, self._weights)
        if not diagnosis.matches or diagnosis.matches[0].slug != article.slug:
            found = diagnosis.matches[0].slug if diagnosis.matches else f"none, near {diagnosis.near}"
            return f"{found} came first; it raised: {output.strip().splitlines()[-1][:300] if output.strip() else ''}"
        kinds = {item.kind for item in diagnosis.matches[0].evidence}
        # unknown: the text fits and the rest is a condition on the environment, which a bare script does not print
        if diagnosis.verdict is not Verdict.MATCH and not kinds & {"signature_exact", "signature_unknown"}:
            return f"its own signature does not fit what was raised: {output.strip().splitlines()[-1][:300]}"
        return None


def reproduce(python: Path, articles: Sequence[Article], judge: Judge) -> list[Outcome]:
    """Every reproduction run, two at a time."""

    def one(article: Article) -> Outcome:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            status, output = run_script(python, article, Path(folder))
        problem = judge.problem(article, status, output)
        return Outcome(article.slug, needs_of(article), time.monotonic() - began, problem)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, articles))


def versions(python: Path) -> str:
    """The libraries of an environment, `name==version` each."""
    listed = subprocess.run(
        [str(python), "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return " ".join(listed.stdout.split())


def main() -> int:
    """Runs every group but the small ones; prints versions and a line each; 1 when one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    options = parser.parse_args()
    library = load_tree(CONTENT)
    articles = sorted(reproducible(library, small=False), key=lambda item: (needs_of(item), item.slug))
    print(versions(options.python))
    with tempfile.TemporaryDirectory() as folder:
        outcomes = reproduce(options.python.absolute(), articles, Judge(library, Path(folder)))
    for outcome in outcomes:
        said = outcome.problem or "ok"
        print(f"{', '.join(outcome.needs):28s} {outcome.seconds:6.1f} s  {outcome.slug}: {said}")
    failed = sum(outcome.problem is not None for outcome in outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
