"""A plain article -> sections of Markdown: headings found, code fenced, lists made, nothing left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.articles.render import SECTIONS

_HEADINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("quick-answer", ("结论", "简要结论", "tl;dr", "summary", "answer", "short answer")),
    ("when", ("问题现象", "问题描述", "现象", "symptoms", "problem", "description", "when does it happen")),
    ("error", ("报错信息", "错误信息", "报错", "错误日志", "error", "error message", "the error message")),
    ("why", ("问题原因", "根本原因", "原因", "根因", "cause", "root cause", "reason", "analysis")),
    ("check", ("环境检查", "环境确认", "排查步骤", "environment", "diagnosis", "check")),
    ("fix", ("解决方案", "解决方法", "解决办法", "修复方法", "solution", "workaround", "how to fix")),
    ("verify", ("验证", "结果验证", "验证步骤", "verification", "how to verify")),
    ("not-this-if", ("相似问题", "容易混淆的问题", "similar errors", "look-alikes")),
    ("references", ("参考资料", "参考链接", "参考文献", "相关链接", "sources", "links")),
)  # fmt: skip
_HAN = re.compile(r"[\u3400-\u9fff]")
_TITLES = {title.lower(): row.key for row in SECTIONS for title in (row.en, row.zh)} | {
    "tl;dr": "quick-answer"
}
_BY_HEADING = {word: key for key, words in _HEADINGS for word in words} | _TITLES
_INLINE = {word: key for word, key in _BY_HEADING.items() if _HAN.search(word) or word in _TITLES}
"""Headings that may have text behind their colon; `Error: ...` is a message."""
_LONGEST_HEADING = 30
_MARKS = re.compile(
    r"^(?:#{1,6}\s*|[一二三四五六七八九十]{1,3}[、.]\s*|\d{1,2}[、.)]\s*|\*\*)?(.{1,30}?)(?:\*\*)?\s*[:：]?$"
)
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)")
_COMMAND = re.compile(
    r"^\s*(?:\$ )?(?:sudo |[A-Z][A-Z_]{2,40}=\S{1,200} )?"
    r"(?:pip3?|python3?|vllm|docker|export|nvidia-smi|grep|conda|git|uv|torchrun|curl|kubectl|ollama|llama-cli|llama-server|accelerate|deepspeed)\s+\S"
)
_OUTPUT = re.compile(
    r'^\s*File "[^"]{1,400}", line \d|^Traceback \(most recent|'
    r"^(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception): |"
    r"^(?:ERROR|WARNING|INFO)\s|^\s{4,}\S|^\t+\S|^\.\.\.$|^\[rank\d+\]|^NCCL WARN"
)
_MARKDOWN = re.compile(r"^\s{0,3}(?:[-*+] |\d{1,3}[.)] |> |\||#{1,6} )")
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9_`./-])(?:--?[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*(?:=[A-Za-z0-9_./-]{1,80})?|"
    r"(?:[A-Za-z0-9_-]{1,60}[/.]){0,8}[A-Za-z0-9]{0,60}_[A-Za-z0-9_]{1,80}(?:\.[A-Za-z0-9_]{1,60}){0,6}(?:\(\))?)"
    r"(?![A-Za-z0-9_`])"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlainArticle:
    """What a plain text holds, by section."""

    language: str
    sections: Mapping[str, str]
    """Section key -> Markdown; only sections that hold something."""
    errors: tuple[str, ...] = ()
    """The lines that are error messages, as they stand."""
    quick: str = ""
    """The quick answer as plain text."""


@dataclass(slots=True)
class _Gathered:
    key: str
    lines: list[str] = field(default_factory=list)


def language_of(text: str) -> str:
    """`zh` when at least one in twenty letters is a Han character, else `en`."""
    letters = sum(character.isalpha() for character in text[:20_000])
    return "zh" if letters and 20 * len(_HAN.findall(text[:20_000])) >= letters else "en"


def holds_han(text: str) -> bool:
    """Whether a text has a Han character."""
    return bool(_HAN.search(text))


def read_plain(text: str) -> PlainArticle | None:
    """The article that a text is, None when fewer than two headings of an article are found."""
    gathered = list(_gather(text.split("\n")))
    if len({part.key for part in gathered} - {"lead"}) < 2:
        return None
    sections: dict[str, str] = {}
    for part in gathered:
        key = part.key if part.key != "lead" else _lead_key(part.lines)
        written = "\n\n".join(_blocks(part.lines, numbered=key == "fix")).strip()
        if written:
            sections[key] = f"{sections[key]}\n\n{written}" if key in sections else written
    errors = tuple(dict.fromkeys(line.strip() for line in text.split("\n") if error_line(line)))
    quick = " ".join(line.strip() for part in gathered if part.key == "quick-answer" for line in part.lines)
    return PlainArticle(language_of(text), sections, errors, quick.strip())


def error_line(line: str) -> bool:
    """Whether a line is an error message with its type, e.g. `RuntimeError: shape ...`."""
    return bool(re.match(r"^\s{0,8}(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception): \S", line))


def heading(line: str) -> tuple[str, str] | None:
    """(section key, text after the heading) of a line that begins a section, else None."""
    alone = _MARKS.match(line.strip()) if len(line.strip()) <= _LONGEST_HEADING + 12 else None
    if alone and alone[1].strip().lower() in _BY_HEADING:
        return _BY_HEADING[alone[1].strip().lower()], ""
    before, mark, after = line.partition("：") if "：" in line[:_LONGEST_HEADING] else line.partition(":")
    word = before.strip().lstrip("#*").strip().lower()
    if mark and after.strip() and len(before) <= _LONGEST_HEADING and word in _INLINE:
        return _BY_HEADING[word], after.strip()
    return None


def _lead_key(lines: list[str]) -> str:
    return "error" if all(not line.strip() or error_line(line) for line in lines) else "when"


def _gather(lines: list[str]) -> Iterator[_Gathered]:
    part = _Gathered("lead")
    fenced = False
    for line in lines:
        fenced ^= bool(_FENCE.match(line))
        begun = None if fenced else heading(line)
        if begun is None:
            part.lines.append(line)
            continue
        yield part
        part = _Gathered(begun[0], [begun[1]] if begun[1] else [])
    yield part


def _blocks(lines: list[str], *, numbered: bool) -> Iterator[str]:
    """The lines as Markdown blocks: fences, lists where several lines follow each other, paragraphs."""
    run: list[str] = []
    kind = "blank"
    for line in [*lines, ""]:
        now = _kind(line, kind)
        if now == "fence-end":
            yield "\n".join((*run, line))
            run, kind = [], "blank"
            continue
        if now != kind:
            yield from _block(kind, run, numbered=numbered)
            run = []
        run.append(line)
        kind = now
    if kind == "fence":
        yield from _block(kind, run, numbered=numbered)


def _kind(line: str, before: str) -> str:
    if before == "fence":
        return "fence-end" if _FENCE.match(line) else "fence"
    if _FENCE.match(line):
        return "fence"
    if not line.strip():
        return "blank"
    if not _HAN.search(line) and _COMMAND.match(line):
        return "sh"
    if not _HAN.search(line) and _OUTPUT.match(line):
        return "text"
    return "markdown" if _MARKDOWN.match(line) else "prose"


def _block(kind: str, run: list[str], *, numbered: bool) -> Iterator[str]:
    if kind == "blank":
        return
    if kind in ("sh", "text"):
        shown = [re.sub(r"^\s*\$ ", "", line) if kind == "sh" else line for line in run]
        yield "\n".join((f"```{kind}", *shown, "```"))
    elif kind == "fence":
        # The text ends inside a fence: close it.
        yield "\n".join((*run, "```"))
    elif kind == "markdown":
        yield "\n".join(run)
    elif len(run) == 1:
        yield marked(run[0].strip())
    else:
        yield "\n".join(
            f"{f'{at}.' if numbered else '-'} {marked(line.strip())}" for at, line in enumerate(run, start=1)
        )


def marked(line: str) -> str:
    """A line of prose with flags and identifiers in backticks and stray marks escaped."""
    parts = line.split("`")
    if len(parts) % 2 == 0:
        parts = [line.replace("`", "'")]
    for at in range(0, len(parts), 2):
        parts[at] = _escaped(parts[at])
    return "`".join(parts)


def _escaped(text: str) -> str:
    written, done = [], 0
    for found in _IDENTIFIER.finditer(text):
        written += [_plain(text[done : found.start()]), f"`{found[0]}`"]
        done = found.end()
    return "".join([*written, _plain(text[done:])])


def _plain(text: str) -> str:
    return re.sub(r"([*_<\\]|\[(?=[^\]\n]{0,200}\][(:\[]))", r"\\\1", text)
