"""What a draft asks the writer for, section by section; lint finds what was not answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

UNWRITTEN: Mapping[str, str] = {"en": "Not written yet", "zh": "尚未写"}
"""Language -> the words by which an unanswered prompt is known."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing that only the writer can say."""

    key: str
    """Section key, or `title`, `summary`, `costs`."""
    en: str
    zh: str

    def text(self, language: str) -> str:
        """The prompt with the words that mark it."""
        said = f"：{self.zh}" if language == "zh" else f": {self.en}"
        return UNWRITTEN[language] + said


PROMPTS: tuple[Prompt, ...] = (
    Prompt("title", "the message and what causes it.", "报错和它的原因。"),
    Prompt("summary", "the answer in at most two sentences.", "用一两句话给出结论，先说怎么办。"),
    Prompt("costs", "what the work-around costs.", "这个办法的代价。"),
    Prompt("quick-answer", "two sentences an engineer can act on at once.", "两句话，看完就能动手。"),
    Prompt(
        "when",
        "software and versions, model, flags, the moment it happens.",
        "软件和版本、模型、参数、出错的时机。",
    ),
    Prompt(
        "error", "the message in a text block, numbers as reported.", "把报错原文放进 text 代码块，数字照抄。"
    ),
    Prompt(
        "why",
        "which two numbers must agree, and who made them differ.",
        "哪两个数必须一致，是谁让它们不一致。",
    ),
    Prompt(
        "check",
        "commands that show whether this is the case, and what they print.",
        "用来确认的命令，以及应该看到的输出。",
    ),
    Prompt(
        "fix",
        "the version that contains the fix, then the way around and what it costs.",
        "先写包含修复的版本，再写绕过办法和代价。",
    ),
    Prompt("verify", "what is seen once it is cured.", "修好以后会看到什么。"),
    Prompt(
        "not-this-if",
        "look-alikes, and the number or log line that decides.",
        "相似的报错，以及靠哪个数字或哪行日志区分。",
    ),
    Prompt(
        "references", "each source of refs with what it proves.", "逐条列出 refs 里的来源和它证明了什么。"
    ),
)

_BY_KEY = {prompt.key: prompt for prompt in PROMPTS}


def prompt(key: str, language: str) -> str:
    """The prompt of one section or field."""
    return _BY_KEY[key].text(language)
