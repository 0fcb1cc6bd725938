"""kill -9 in the middle of builds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_an_index_always_serves_whatever_is_killed(tmp_path: Path) -> None:
    """Twenty builds are killed at random moments: no acknowledged index is lost, none is damaged, and the
    next build cleans up."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.index.kills", str(tmp_path / "index"), "20", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    said = json.loads(done.stdout or "{}")
    assert (said.get("faults"), done.returncode) == ([], 0), done.stderr
    assert said["kills"] == 20
    assert said["interrupted"] >= 3
    assert said["acknowledged"] >= 3
