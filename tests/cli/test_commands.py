"""The contract of the command: exit codes, streams, and clear words for bad input."""

from __future__ import annotations

import json
import socket
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FIRST = b"RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488\n"
UNKNOWN = b"RuntimeError: shape '[7, 11]' is invalid for input of size 4242\n"
GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
SEED = Path(__file__).parents[1] / "data" / "seed.zh.txt"


def test_a_match_exits_0_and_says_why(run: Run) -> None:
    done = run("match", given=FIRST)
    assert done.returncode == 0
    told = done.stdout.decode()
    assert GOLDEN in told
    assert "656" in told
    assert "--enforce-eager" in told
    assert "\x1b[" not in told


def test_no_article_exits_1_and_still_explains(run: Run) -> None:
    done = run("match", "-", given=UNKNOWN)
    assert done.returncode == 1
    assert "4242" in done.stdout.decode()


def test_the_installed_command_is_one() -> None:
    """What `pip install` makes of the entry point can be called."""
    scripts = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]["scripts"]
    assert callable(EntryPoint("faultbook", scripts["faultbook"], "console_scripts").load())


def test_maybe_exits_2(run: Run) -> None:
    assert run("match", given=b"IndexError: index out of range in self\n").returncode == 2


TROUBLE = [
    (("match", "/no/such/file"), "No such file"),
    (("match", "--limit", "99"), "99"),
    (("match", "--nonsense"), "nonsense"),
    (("nonsense",), "nonsense"),
    (("pull", "what"), "OWNER/REPO#NUMBER"),
    (("--language", "de", "match"), "de"),
]


@pytest.mark.parametrize(("arguments", "told"), TROUBLE)
def test_trouble_exits_3_with_one_clear_line(run: Run, arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert done.returncode == 3
    assert told in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_misspelt_setting_is_refused_by_name(run: Run) -> None:
    done = run("match", given=FIRST, FAULTBOOK_DTAA="x")
    assert (done.returncode, b"FAULTBOOK_DTAA" in done.stderr) == (3, True)
    done = run("match", given=FIRST, FAULTBOOK_MAX_PASTE="many")
    assert (done.returncode, b"FAULTBOOK_MAX_PASTE" in done.stderr) == (3, True)


def test_json_is_the_answer_of_the_api(run: Run) -> None:
    done = run("match", "--json", "--explain", given=FIRST)
    body = json.loads(done.stdout)
    assert (body["verdict"], body["matches"][0]["slug"]) == ("match", GOLDEN)
    assert isinstance(body["losers"], list)


def test_chinese_is_spoken_on_demand(run: Run) -> None:
    by_option = run("--language", "zh", "match", given=FIRST).stdout.decode()
    by_locale = run("match", given=FIRST, LANG="zh_CN.UTF-8").stdout.decode()
    assert "有文章对应此根因" in by_option
    assert by_option == by_locale


def test_bytes_that_are_no_text_are_read(run: Run) -> None:
    assert run("match", given=bytes(range(256)) * 100).returncode in (1, 2)


def test_explain_search_and_gpus(run: Run) -> None:
    explained = run("explain", "shape '[32, 64, 576]' is invalid for input of size 1343488")
    assert explained.returncode == 0
    assert "656" in explained.stdout.decode()
    assert run("explain", "good", "morning").returncode == 1
    found = run("search", "显存", "--json")
    assert found.returncode == 0
    assert json.loads(found.stdout)["total"] > 0
    assert run("search", "qqqqzzzz").returncode == 1
    gpus = json.loads(run("gpus", "--json").stdout)
    assert gpus["state"] in ("unknown", "available", "partly_free", "busy", "restricted", "unhealthy")
    assert gpus["reason"]


def test_triage_groups_a_folder(run: Run, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"known{number}.log").write_bytes(FIRST)
    (tmp_path / "other.log").write_bytes(UNKNOWN)
    told = run("triage", str(tmp_path)).stdout.decode().splitlines()
    assert told[0].split() == ["3", GOLDEN]
    rows = json.loads(run("triage", "--json", str(tmp_path)).stdout)["files"]
    assert {row["verdict"] for row in rows} == {"match", "none"}


def test_new_drafts_a_bundle_that_loads(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "crash.log"
    log.write_bytes(b"vLLM API server version 0.25.1\n" + UNKNOWN)
    for source in (log, SEED):
        content = tmp_path / source.stem
        done = run("new", "--from", str(source), "--slug", "the-next-one", "--to", str(content))
        assert done.returncode == 0, done.stderr.decode()
        written = done.stdout.decode().split()
        assert any(name.endswith("index.md") for name in written)
        listed = run("index", FAULTBOOK_CONTENT=str(content), FAULTBOOK_DATA=str(tmp_path / "data"))
        assert listed.stdout.startswith(b"1 articles"), listed.stderr.decode()
        again = run("new", "--from", str(source), "--slug", "the-next-one", "--to", str(content))
        assert (again.returncode, b"exists already" in again.stderr) == (3, True)


def test_lint_names_file_and_line(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "content" / "vllm" / "a-broken-one"
    broken.mkdir(parents=True)
    (broken / "index.md").write_text("---\ntitle: x\ncolour: red\n---\n", encoding="utf-8")
    environment = {"FAULTBOOK_CONTENT": str(tmp_path / "content"), "FAULTBOOK_DATA": str(tmp_path / "data")}
    done = run("lint", **environment)
    assert done.returncode == 1
    assert "a-broken-one/index.md:3:" in done.stdout.decode()
    assert "colour" in done.stdout.decode()
    elsewhere = tmp_path / "content" / "numpy"
    elsewhere.mkdir()
    assert run("lint", str(elsewhere), **environment).returncode == 0
    assert run("lint", str(broken), **environment).returncode == 1


def test_export_and_backup(run: Run, tmp_path: Path) -> None:
    assert run("export", str(tmp_path / "out")).returncode == 0
    body = json.loads((tmp_path / "out" / f"{GOLDEN}.zh.json").read_text(encoding="utf-8"))
    assert body["slug"] == GOLDEN
    copy = tmp_path / "copy.sqlite"
    assert run("backup", str(copy)).returncode == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


def test_a_port_in_use_is_named_with_the_remedy(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port))
    assert done.returncode == 3
    assert f"port {port}" in done.stderr.decode()
    assert f"PORT={port + 1}" in done.stderr.decode()
