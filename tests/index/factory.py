"""Articles made in memory, and indexes of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.articles.model import Article, Example, Library, Page, Ref, Section
from app.index.build import build
from app.index.open import Index, IndexDirectory
from app.shapes.model import SignatureSource

DATA = Path(__file__).parents[1] / "data"
ENGLISH = {
    "quick-answer": ("Quick answer", "Upgrade, or start the server with --enforce-eager."),
    "why": ("Why", "The buffer is allocated by the packed layout in determine_available_memory."),
    "fix": ("Fix", "pip install a newer release."),
}
CHINESE = {
    "quick-answer": ("快速结论", "升级，或者加 --enforce-eager 启动。"),
    "why": ("原因分析", "显存不足时，KV 缓存按打包布局分配。"),
    "fix": ("解决步骤", "安装更新的版本。"),
}
SIGNATURE = SignatureSource(
    "shape '[{blocks}, {page}, 576]' is invalid for input of size {blocks*page*656}", "RuntimeError"
)


def page(language: str, title: str, summary: str, sections: Mapping[str, tuple[str, str]]) -> Page:
    """A page whose sections hold plain paragraphs."""
    made = tuple(Section(key, head, f"<p>{text}</p>\n", text) for key, (head, text) in sections.items())
    body = "\n\n".join(f"## {head}\n\n{text}" for head, text in sections.values())
    return Page(language, title, summary, body, made)


def article(slug: str, **changes: Any) -> Article:
    """An article in two languages with one signature and one example; any field can be given."""
    made = Article(
        slug=slug,
        area="vllm",
        source="en",
        pages={
            "en": page("en", f"Title of {slug}", f"Summary of {slug}.", ENGLISH),
            "zh": page("zh", f"{slug} 的标题", f"{slug} 的摘要。", CHINESE),
        },
        software="vllm",
        kind="shape",
        signatures=(SIGNATURE,),
        examples=(
            Example("RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488", "match"),
        ),
        refs=(Ref("vllm-project/vllm#48379", "fix"),),
        tags=("kv-cache",),
        updated="2026-11-30",
        path=Path("content/vllm") / slug,
        name=f"content/vllm/{slug}",
    )
    return digested(replace(made, **changes))


def digested(made: Article) -> Article:
    """The article with a digest of what it says."""
    said = repr(replace(made, digest="")).encode("utf-8", "backslashreplace")
    return replace(made, digest=hashlib.sha256(said).hexdigest())


def library(*articles: Article) -> Library:
    """A library without problems."""
    return Library(articles, ())


def opened(articles: Iterable[Article], directory: Path) -> Index:
    """The index of `articles`, built in `directory`."""
    build(Library(tuple(articles), ()), directory)
    return IndexDirectory(directory).current()


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of `tests/data/<name>.jsonl`."""
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def stubs(cases: Iterable[Mapping[str, Any]]) -> list[Article]:
    """An article for each catalogued cause: its words from the catalogue, its examples from `cases`."""
    examples: dict[str, list[Example]] = {}
    for case in cases:
        if case["expect"]:
            examples.setdefault(case["expect"], []).append(Example(case["text"], "match"))
    return [
        digested(
            article(
                cause["slug"],
                pages={
                    "en": page(
                        "en",
                        cause["title"],
                        cause["fix"],
                        {"why": ("Why", cause["cause"]), "fix": ("Fix", cause["fix"])},
                    )
                },
                software=cause["software"],
                kind=cause["kind"],
                signatures=(),
                examples=tuple(examples.get(cause["slug"], ())),
                refs=tuple(Ref(ref, "report") for ref in dict.fromkeys(cause["refs"])),
                tags=(),
            )
        )
        for cause in rows("catalogue")
    ]
