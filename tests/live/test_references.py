"""Which texts are references, and to what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.live.config import LiveConfig
from app.live.references import parse_reference

CONFIG = LiveConfig()
SHA = "5dd3d0b690d7"

SAME = ""
"""The id, or the address, is the text itself."""

READ = [
    ("vllm-project/vllm#48379", "github", SAME, "https://github.com/vllm-project/vllm/issues/48379"),
    ("https://github.com/a/b/pull/48379", "github", "a/b#48379", SAME),
    ("https://github.com/a/b/pull/7/files", "github", "a/b#7", "https://github.com/a/b/pull/7"),
    ("https://github.com/a/b/issues/7#issuecomment-1", "github", "a/b#7", "https://github.com/a/b/issues/7"),
    (f"a/b@{SHA}", "github", SAME, f"https://github.com/a/b/commit/{SHA}"),
    (f"https://github.com/a/b/commit/{SHA}", "github", f"a/b@{SHA}", SAME),
    ("https://gitlab.com/group/sub/proj/-/merge_requests/12", "gitlab", SAME, SAME),
    ("https://huggingface.co/zai-org/GLM-4/discussions/3", "huggingface", SAME, SAME),
    ("https://huggingface.co/datasets/a/b/discussions/3", "huggingface", SAME, SAME),
    ("https://huggingface.co/gpt2/discussions/3", "huggingface", SAME, SAME),
]


@pytest.mark.parametrize(("text", "forge", "ref_id", "url"), READ)
def test_read(text: str, forge: str, ref_id: str, url: str) -> None:
    ref = parse_reference(text, CONFIG)
    assert ref is not None
    assert (ref.forge, ref.id, ref.url) == (forge, ref_id or text, url or text)
    assert parse_reference(ref.id, CONFIG) == ref or ref.forge == "github"


NOT_READ = [
    "",
    "vllm",
    "#7",
    "a/b#0",
    "a/b#-7",
    "a/b#99999999999",
    "../../etc#7",
    "a/..#7",
    "a/b@xyz",
    "a/b/c#7",
    "https://discuss.pytorch.org/t/one/7",
    "https://gitee.com/a/b/pulls/7",
    "https://github.com/a/b",
    "https://github.com.evil.example/a/b/pull/7",
    "https://github.com@evil.example/a/b/pull/7",
    "https://user:pw@github.com/a/b/pull/7",
    "https://github.com:8443/a/b/pull/7",
    "https://[::1]/a/b/pull/7",
    "https://github.com/a/b/pull/7%0d%0aHost: x",
    "https://github.com/../b/pull/7",
    "ftp://github.com/a/b/pull/7",
    "javascript:alert(1)//github.com/a/b/pull/7",
    "file:///etc/passwd",
    "https://[bad/a/b/pull/7",
    "a" * 600 + "/b#7",
]


@pytest.mark.parametrize("text", NOT_READ)
def test_not_read(text: str) -> None:
    assert parse_reference(text, CONFIG) is None


@given(st.text(max_size=600))
def test_any_text(text: str) -> None:
    ref = parse_reference(text, CONFIG)
    assert ref is None or (".." not in (ref.owner, ref.repo) and ref.url.startswith("https://"))
