"""Triage of folders: groups, reports, and files that nobody could read."""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.cli.triage import files_under
from tests.cli.conftest import Run

CONTENT = Path(__file__).parents[2] / "content"
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
KNOWN = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488\n"
UNKNOWN = "RuntimeError: shape '[{n}, 11]' is invalid for input of size 4242\n"
OTHER = "ValueError: <script>alert('{n}')</script> is no colour of jane@corp.example\n"


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Known, unknown and harmless logs, and things that are no logs."""
    folder = tmp_path / "logs"
    (folder / "deep").mkdir(parents=True)
    for n in range(7):
        (folder / f"known{n}.log").write_text(KNOWN, encoding="utf-8")
        (folder / "deep" / f"unknown{n}.log").write_text(UNKNOWN.format(n=n + 7), encoding="utf-8")
    for n in range(2):
        (folder / f"other{n}.log").write_text(OTHER.format(n=n), encoding="utf-8")
    (folder / "empty.log").touch()
    (folder / "bytes.log").write_bytes(bytes(range(256)) * 50)
    (folder / "gone.log").symlink_to(folder / "nowhere")
    (folder / "around").symlink_to(folder)
    os.mkfifo(folder / "pipe.log")
    return folder


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.seen.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_groups_counts_and_reports(run: Run, logs: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = run("triage", "--json", "--html", str(page), "--jobs", "2", str(logs))
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads(done.stdout)
    assert told["total"] == len(told["files"]) == 20
    assert told["counts"] == {"match": 7, "maybe": 0, "none": 11, "unreadable": 2}
    assert [(group["slug"], group["count"]) for group in told["known"]] == [(GOLDEN, 7)]
    first, *rest = told["unknown"]
    assert first["count"] == 7, "numbers apart they have one signature"
    assert sorted(group["count"] for group in rest) == [2, 2]
    assert {row["file"].rsplit("/", 1)[1] for row in told["files"] if row["verdict"] == "unreadable"} == {
        "gone.log",
        "pipe.log",
    }
    assert b"jane@" not in done.stdout

    tags = Tags()
    tags.feed(page.read_text(encoding="utf-8"))
    assert "script" not in tags.seen
    text = "".join(tags.text)
    assert "<script>alert(" in text
    assert all(words in text for words in (GOLDEN, "20 logs", "pipe.log", "not a regular file"))
    assert "jane@" not in text


def test_the_page_in_chinese(run: Run, logs: Path, tmp_path: Path) -> None:
    """Everything but the logs' own words."""
    page = tmp_path / "report.html"
    assert run("--language", "zh", "triage", "--html", str(page), str(logs)).returncode == 0
    html = page.read_text(encoding="utf-8")
    assert '<html lang="zh">' in html
    assert all(word in html for word in ("共 20 份日志", "已命中", "已知问题", "未发现报错", "不是普通文件"))
    assert not any(
        word in html for word in ("Known", "Not covered", "files<", "no error found", "not a regular")
    )


def test_lines_for_a_person(run: Run, logs: Path) -> None:
    lines = run("triage", str(logs)).stdout.decode().splitlines()
    assert lines[0].split() == ["7", GOLDEN]
    assert lines[-1].split() == ["2", "unreadable"]


def test_without_the_packages_for_a_cluster_it_says_what_to_install(
    run: Run, logs: Path, tmp_path: Path
) -> None:
    """A module that cannot be imported stands where the packages would be."""
    (tmp_path / "distributed.py").write_text(
        "raise ModuleNotFoundError(name='distributed')", encoding="utf-8"
    )
    done = run("triage", "--cluster", "tcp://127.0.0.1:9", str(logs), PYTHONPATH=str(tmp_path))
    assert (done.returncode, b"pip install 'faultbook[cluster]'" in done.stderr) == (3, True)


def test_nothing_readable_is_a_failure(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.log")
    done = run("triage", str(tmp_path))
    assert (done.returncode, b"pipe.log: not a regular file" in done.stderr) == (3, True)


def test_a_file_named_twice_is_one(logs: Path) -> None:
    found = files_under([logs / "empty.log", logs, logs / "deep"])
    assert len(found) == len(set(found)) == 20
