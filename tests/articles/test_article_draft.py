"""Logs and plain articles -> bundles that load; what is left to write is said by lint."""

import json
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.articles.clues import KIND_ROWS, KindRow, kind_of
from app.articles.draft import draft
from app.articles.lint import lint
from app.articles.load import load_tree
from app.articles.model import Article, Library
from app.articles.plain import heading, marked, read_plain
from app.articles.prompts import PROMPTS, UNWRITTEN
from app.reports.parse import parse_text

TODAY = "2026-12-01"
DATA = Path(__file__).parents[1] / "data"
SEED = (DATA / "seed.zh.txt").read_text(encoding="utf-8")
HEADINGS = ("问题场景", "报错原文", "原因分析", "环境排查", "解决步骤", "验证方法")
LOGS = [
    json.loads(line)["text"] for line in (DATA / "dev.jsonl").read_text(encoding="utf-8").splitlines()[::40]
]


def library(text: str, folder: Path, slug: str | None = None) -> Library:
    root = folder / "content"
    for name, content in draft(text, parse_text(text), slug, TODAY).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return load_tree(root)


def drafted(text: str, folder: Path, slug: str | None = None) -> Article:
    loaded = library(text, folder, slug)
    assert loaded.problems == ()
    assert len(loaded.articles) == 1
    return loaded.articles[0]


def test_the_plain_article_becomes_a_bundle(tmp_path: Path) -> None:
    one = drafted(SEED, tmp_path)
    assert (one.source, one.software, one.area, one.kind) == ("zh", "vllm", "vllm", "shape")
    assert one.signatures[0].error == "shape '[{a}, 64, 576]' is invalid for input of size {a*64*656}"
    assert one.signatures[0].type == "RuntimeError"
    assert "_reshape_attention_kv_cache" in one.signatures[0].frames
    assert "Using FLASHMLA_SPARSE attention backend" in one.signatures[0].log_clues
    assert [example.text for example in one.examples] == [
        "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488",
        "RuntimeError: shape '[96, 64, 576]' is invalid for input of size 4030464",
    ]
    assert one.near_misses[0].text.endswith("1343487")
    assert [(ref.id, ref.role) for ref in one.refs] == [
        ("vllm-project/vllm#48379", "fix"),
        ("vllm-project/vllm#48907", "hardening"),
    ]
    assert one.workaround is not None
    assert one.workaround.do == "--enforce-eager"
    assert "损失" in one.workaround.costs["zh"]
    assert one.verified is None
    assert one.affected == ()
    source = (one.path / "index.md").read_text(encoding="utf-8")
    assert "affected: {}  # named in the source, not verified: 0.25.1, 0.24.0" in source


def test_every_line_of_the_plain_article_stands_on_the_page(tmp_path: Path) -> None:
    shown = "\n".join(section.text for section in drafted(SEED, tmp_path).pages["zh"].sections)
    missing = [
        line
        for line in SEED.splitlines()
        if line.strip() and line not in HEADINGS and line.removeprefix("快速结论：").strip() not in shown
    ]
    assert missing == []


def test_what_lint_says_of_a_draft(tmp_path: Path) -> None:
    loaded = library(SEED, tmp_path)
    problems = lint(loaded, TODAY)
    errors = [problem.message for problem in problems if problem.level == "error"]
    assert errors
    assert [message for message in errors if "is not written yet" not in message] == []
    assert sorted(problem.message for problem in problems if problem.level == "warning") == [
        "nobody looked at vllm-project/vllm#48379",
        "nobody looked at vllm-project/vllm#48907",
        "nobody verified this article",
    ]


def test_a_log_becomes_a_bundle(tmp_path: Path) -> None:
    log = "".join(
        f"(EngineCore pid=1) ERROR 01-31 10:15:44 {line}\n"
        for line in (
            "Traceback (most recent call last):",
            '  File "/home/jdoe/vllm/v1/worker/gpu_worker.py", line 4, in load_model',
            "    self.load(token='hf_abcdefghijklmnopqrst')",
            "RuntimeError: shape '[2, 50, 7]' is invalid for input of size 900",
        )
    )
    one = drafted(log, tmp_path, "some-new-cause")
    assert one.slug == "some-new-cause"
    assert one.signatures[0].error == "shape '[{a}, {b}, {c}]' is invalid for input of size {a*b*9}"
    assert one.signatures[0].frames == ("load_model",)
    assert one.examples[0].text == "RuntimeError: shape '[2, 50, 7]' is invalid for input of size 900"
    assert "/home/<redacted:user>/vllm" in one.examples[1].text
    assert "hf_abc" not in one.examples[1].text
    assert set(one.pages) == {"en", "zh"}
    assert not one.pages["zh"].stale


@pytest.mark.parametrize("at", range(len(LOGS)))
def test_real_logs(at: int, tmp_path: Path) -> None:
    loaded = library(LOGS[at], tmp_path)
    assert loaded.problems == ()
    kept = [
        str(problem)
        for problem in lint(loaded, TODAY)
        if problem.level == "error" and "not written yet" not in problem.message
    ]
    assert [text for text in kept if "near misses" not in text] == []


def test_a_number_that_the_field_knows_stays_in_the_signature(tmp_path: Path) -> None:
    one = drafted("RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488", tmp_path)
    assert one.signatures[0].error == "shape '[{a}, {b}, 576]' is invalid for input of size {a*b*656}"


def test_a_chinese_message_asks_for_an_english_title(tmp_path: Path) -> None:
    one = drafted("RuntimeError: 推理引擎启动失败，形状 [2, 4] 不匹配 something", tmp_path)
    assert one.pages["en"].title.startswith(UNWRITTEN["en"])
    assert "推理引擎启动失败" in one.pages["zh"].title


def test_a_long_log_is_cut_to_what_stands_around_the_error(tmp_path: Path) -> None:
    log = "".join(f"INFO step {at}\n" for at in range(3000))
    one = drafted(f"{log}ValueError: got [8, 16] but wanted [8, 17] here\n{log}", tmp_path)
    kept = one.examples[1].text
    assert "ValueError: got [8, 16]" in kept
    assert len(kept.splitlines()) <= 400


def test_nothing_becomes_an_empty_form(tmp_path: Path) -> None:
    root = tmp_path / "content"
    files = draft("", None, None, TODAY)
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    assert [Path(name).name for name in files] == ["index.md", "index.zh.md"]
    assert load_tree(root).problems == ()


PIECES = (
    "快速结论",
    "## Fix",
    "原因分析：x",
    "报错原文",
    "```",
    "```sh",
    "ValueError: got [1, 2] of {x} `y` 64",
    "pip install x",
    "\t\x1b[0m",
    "a_b *c* <d> [e](f)",
    "---",
    "| a |",
    "- x",
    "\u2028\ufeff\x00",
    "https://x.org/a_b",
    "#12345 修复",
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=14).map("\n".join))
def test_any_text_becomes_a_bundle_that_loads(text: str, tmp_path: Path) -> None:
    root = Path(mkdtemp(dir=tmp_path))
    for name, content in draft(text, parse_text(text), None, TODAY).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode())
    assert [problem for problem in load_tree(root).problems if problem.level == "error"] == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("## 快速结论", ("quick-answer", "")),
        ("一、问题场景", ("when", "")),
        ("1. 报错信息：", ("error", "")),
        ("**原因分析**", ("why", "")),
        ("快速结论：先这样", ("quick-answer", "先这样")),
        ("Root cause:", ("why", "")),
        ("TL;DR: use x", ("quick-answer", "use x")),
        ("Error: something broke", None),
        ("Why this happens", None),
        ("RuntimeError: x", None),
        ("", None),
    ],
)
def test_headings(line: str, wanted: tuple[str, str] | None) -> None:
    assert heading(line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("加 --enforce-eager 参数", "加 `--enforce-eager` 参数"),
        ("确认spec.cache_dtype_str作为", "确认`spec.cache_dtype_str`作为"),
        ("profile_cudagraph_memory() 路径", "`profile_cudagraph_memory()` 路径"),
        ("32*64 = x, [32, 64], [a](b)", "32\\*64 = x, [32, 64], \\[a](b)"),
        ("state-of-the-art, e-mail", "state-of-the-art, e-mail"),
        ("see `a_b` and c_d", "see `a_b` and `c_d`"),
    ],
)
def test_prose(line: str, wanted: str) -> None:
    assert marked(line) == wanted


def test_blocks_of_a_plain_article() -> None:
    plain = read_plain(
        "Symptoms\n\nIt dies.\n\nFix\n\nDo this:\npip install x==1\n$ vllm serve M\nthen wait\nand look\n\n"
        "```python\n# Fix\n```\n\nVerify\n\n- works\n"
    )
    assert plain is not None
    assert plain.language == "en"
    assert plain.sections == {
        "when": "It dies.",
        "fix": "Do this:\n\n```sh\npip install x==1\nvllm serve M\n```\n\n"
        "1. then wait\n2. and look\n\n```python\n# Fix\n```",
        "verify": "- works",
    }


@pytest.mark.parametrize("row", KIND_ROWS, ids=lambda row: row.kind)
def test_kind_rows(row: KindRow) -> None:
    assert row.pattern.search(row.sample)
    assert not row.pattern.search(row.near_miss)
    assert kind_of(row.sample) == row.kind


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_prompt_carries_its_mark(language: str) -> None:
    assert all(UNWRITTEN[language] in prompt.text(language) for prompt in PROMPTS)
