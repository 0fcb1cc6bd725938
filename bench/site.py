"""The index of the shipped articles beside a MkDocs Material site of the same Markdown.

`python -m bench.site [BUNDLES ...]` (default: the shipped ones once, and 1,000, of which some are copies) builds both
from nothing, each in a process of its own, and compares the seconds of a core that they take, start-up included. The
ratio grows with the tree: MkDocs writes its whole navigation into every page.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.index_speed import CONTENT, copies

CONFIG = """
site_name: Articles
theme:
  name: material
docs_dir: docs
site_dir: site
plugins: [search]
"""


def core_seconds(command: Sequence[str], folder: Path, **environment: str) -> float:
    """Seconds of cores that a command takes. Raises CalledProcessError when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def site_of(tree: Path, folder: Path) -> None:
    """The Markdown files of `tree` as a MkDocs project in `folder`."""
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    shutil.copytree(
        tree, folder / "docs", ignore=lambda _, names: [name for name in names if name == "repro.py"]
    )


def compare(count: int) -> None:
    """Builds both from `count` bundles, 0 for the shipped ones, and prints the ratio."""
    with tempfile.TemporaryDirectory() as place:
        tree, project = Path(place) / "content", Path(place) / "project"
        if count:
            copies(tree, count)
        else:
            shutil.copytree(CONTENT, tree)
        project.mkdir()
        site_of(tree, project)
        count = len(list(tree.glob("*/*/index.md")))
        data = {"FAULTBOOK_CONTENT": str(tree), "FAULTBOOK_DATA": str(Path(place) / "data")}
        ours = core_seconds(("-m", "app.cli", "index"), CONTENT.parent, **data)
        theirs = core_seconds(("-m", "mkdocs", "build", "--quiet"), project)
    print(f"{count} bundles from nothing: faultbook index {ours:.1f} s of a core, {count / ours:.0f}/s")
    print(f"{count} bundles from nothing: MkDocs Material {theirs:.1f} s of a core, {count / theirs:.1f}/s")
    print(f"MkDocs Material / faultbook at {count} bundles: {theirs / ours:.1f}x (bar 10x)")


def main(arguments: Sequence[str]) -> None:
    """Compares both at every size."""
    for count in map(int, arguments or ("0", "1000")):
        compare(count)
    print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
