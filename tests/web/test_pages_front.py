"""What home shows beside the box: what was met here, once enough was; else what was reported upstream."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from fastapi.testclient import TestClient

from app.main import build_services, create_app
from app.settings import Settings
from tests.web.conftest import ROOT
from tests.web.samples import MLA, SWA

REPORT = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"
THIRD = "vllm-bfloat16-needs-sm80"


def test_home_shows_what_was_met_here_once_three_articles_were(tmp_path: Path) -> None:
    """Certain answers are counted by slug, written in the background, and shown most often first."""
    content = tmp_path / "content"
    for slug in (MLA, SWA, THIRD):
        shutil.copytree(ROOT / "content" / "vllm" / slug, content / "vllm" / slug)
    settings = Settings(content=content, data=tmp_path / "data", live=False)
    services = build_services(settings, lambda _: None)
    gaps = services.store.gaps
    with TestClient(create_app(settings, services)) as client:
        pastes = (REPORT, REPORT, "ValueError: met by nobody", "it does not work")
        answers = [client.post("/api/v1/match", json={"text": text}).json() for text in pastes]
        assert [answer["verdict"] for answer in answers] == ["match", "match", "none", "none"]
        shared = client.post("/api/v1/reports", json={"text": REPORT}).json()
        assert client.get(shared["url"]).status_code == 200  # looking at it again is no meeting
        gaps.count("met", SWA, SWA)
        gaps.count("met", "left-the-index", "left-the-index")
        gaps.flush()
        early = client.get("/index.json").json()
        assert early["most_met"] == []
        assert early["most_reported"]
        assert "Most reported" in client.get("/").text
        for _ in range(3):
            gaps.count("met", THIRD, THIRD)
        gaps.flush()
        met = client.get("/zh/index.json").json()["most_met"]
        assert [(row["slug"], row["times"]) for row in met] == [(THIRD, 3), (MLA, 2), (SWA, 1)]
        assert "这里遇到最多的" in client.get("/zh/").text
        gap, *others = client.get("/api/v1/gaps").json()["items"]
        assert (gap["kind"], gap["label"], others) == ("error", "met by nobody", [])


def test_a_misspelt_search_shows_what_was_meant(tmp_path: Path) -> None:
    """At once, and it is no gap: the words were never missing. What nothing comes near still is one."""
    content = tmp_path / "content"
    shutil.copytree(ROOT / "content" / "vllm" / MLA, content / "vllm" / MLA)
    settings = Settings(content=content, data=tmp_path / "data", live=False)
    services = build_services(settings, lambda _: None)
    with TestClient(create_app(settings, services)) as client:
        answer = client.get("/search?q=memroy").text
        assert "<strong>memory</strong>" in answer
        assert f'href="/articles/{MLA}' in answer
        assert "?q=memory" in answer  # what narrows the list narrows what is shown
        assert "Nothing found" in client.get("/search?q=zzzzqqqqx").text
        services.store.gaps.flush()
        assert [gap.label for gap in services.store.gaps.top("search")] == ["zzzzqqqqx"]


def test_a_retired_article_is_recommended_nowhere(tmp_path: Path) -> None:
    """It stays where links lead; home does not send anybody there."""
    content = tmp_path / "content"
    for slug in (MLA, SWA):
        shutil.copytree(ROOT / "content" / "vllm" / slug, content / "vllm" / slug)
    file = content / "vllm" / MLA / "index.md"
    file.write_text(file.read_text("utf-8").replace("status: current", "status: retired"), "utf-8")
    with TestClient(create_app(Settings(content=content, data=tmp_path / "data", live=False))) as client:
        assert [row["slug"] for row in client.get("/index.json").json()["most_reported"]] == [SWA]
        assert client.get(f"/articles/{MLA}").status_code == 200


def test_a_gpu_is_told_first_what_concerns_it(client: TestClient) -> None:
    """What fits, what is unknown, what does not."""
    badges = re.findall(r'badge (good|plain|bad)">', client.get("/gpus?name=A100&capability=8.0").text)
    assert {"good", "bad"} <= set(badges)
    assert badges == sorted(badges, key=["good", "plain", "bad"].index)
