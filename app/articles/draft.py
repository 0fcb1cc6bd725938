"""A log or a plain article -> the files of an article that loads; the writer answers its prompts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.articles.clues import frames_of, kind_of, log_clues, software_of, sources_of, versions_of
from app.articles.files import MAX_EXAMPLE
from app.articles.front import SLUG
from app.articles.infer import Known, infer
from app.articles.plain import PlainArticle, error_line, holds_han, read_plain
from app.articles.prompts import prompt
from app.articles.rules.facts import SUMMARY, TITLE
from app.articles.vocabulary import Software
from app.articles.written import Facts, bundle_text
from app.reports.model import Report
from app.reports.redact import redact
from app.shapes.layouts import known_number
from app.shapes.solve import family_of
from app.text.normalise import normalise

UNREADABLE = "replace this by the message, with holes for what varies"
"""The signature of a draft whose text has no error message."""

_UNPRINTABLE = re.compile(
    r"[^\t\n\x20-\x7e\xa0-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_TYPED = re.compile(
    r"^\s*(?:[\w.]{0,120}\.)?([A-Za-z_]\w{0,80}(?:Error|Exception|Interrupt|Warning)): +(\S.*)$"
)
_SENTENCE = re.compile(r"[^。！？.!?]+(?:[.!?](?!\s|$)[^。！？.!?]*)*(?:[。！？]|[.!?](?=\s|$)|$)")
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_COST = re.compile(r"损失|代价|变慢|下降|\bcosts?\b|\bslower\b", re.IGNORECASE)
_MARKS = re.compile(r"[`*\\]")
MOST_LINES = 400
"""Lines of a long log that are kept around its first error."""


def draft(text: str, report: Report | None, slug: str | None, today: str) -> Mapping[str, str]:
    """Files of a bundle that loads: `<area>/<slug>/<file>` below the content tree -> text.

    A text with at least two headings of an article is taken as one; anything else is a log, `report` is what
    was read from it. People and secrets are replaced. What only the writer knows stands as a prompt, which
    lint reports; sources and versions that the text names are leads, not facts: `verified` is left out.
    """
    printable = redact(_UNPRINTABLE.sub("", text.replace("\r\n", "\n")))
    plain = read_plain(printable)
    about = software_of(printable, None if plain else report)
    name = _Name(about, slug, today)
    facts = _from_plain(printable, plain, name) if plain else _from_log(printable, report, name)
    return {f"{about.area}/{facts.slug}/{file}": content for file, content in bundle_text(facts).items()}


@dataclass(frozen=True, slots=True)
class _Name:
    """What a draft is of, and what it was asked to be called."""

    about: Software
    slug: str | None
    today: str


def _from_plain(text: str, plain: PlainArticle, name: _Name) -> Facts:
    about = name.about
    messages = _distinct([_one_line(line) for line in plain.errors])
    typed = [_typed(message) for message in messages]
    first_type = typed[0][0] if typed else None
    alike = [message for kind, message in typed if kind == first_type]
    found = infer(alike, _known(alike[0], first_type), first_type) if alike else None
    do = next(iter(_FLAG.findall(" ".join((plain.quick, plain.sections.get("fix", ""))))), None)
    return Facts(
        slug=_slug(name.slug, about, typed[0][1] if typed else plain.quick),
        software=about.id,
        kind=kind_of(" ".join(messages) or plain.quick),
        source=plain.language,
        titles=_titles(about, messages[0] if messages else ""),
        summary=_summary(plain.quick, plain.language),
        signature=found.error if found else UNREADABLE,
        error_type=first_type if found else None,
        frames=tuple(re.findall(r'File "[^"\n]{1,400}", line \d{1,9}, in ([A-Za-z_]\w{3,80})', text))[:6],
        log_clues=log_clues(text),
        examples=tuple(messages[:6]),
        file=None,
        near_miss=_with_type(first_type, found.near_miss) if found and found.near_miss else None,
        do=do,
        costs=_costs(plain) if do else None,
        versions=versions_of(text, about, None),
        sources=tuple(sources_of(text, about)),
        today=name.today,
        sections=plain.sections,
    )


def _from_log(text: str, report: Report | None, name: _Name) -> Facts:
    about = name.about
    error_type, message = _root(text, report)
    found = infer([message], _known(message, error_type), error_type) if message else None
    whole = _with_type(error_type, message) if message else ""
    window = _window(text, report)
    return Facts(
        slug=_slug(name.slug, about, message),
        software=about.id,
        kind=kind_of(message),
        source="en",
        titles=_titles(about, message),
        summary=prompt("summary", "en"),
        signature=found.error if found else UNREADABLE,
        error_type=error_type if found else None,
        frames=tuple(frames_of(report)),
        log_clues=log_clues(text),
        examples=(whole,) if whole else (),
        file=window if window.strip() and window.strip() != whole else None,
        near_miss=_with_type(error_type, found.near_miss) if found and found.near_miss else None,
        do=None,
        costs=None,
        versions=versions_of(text, about, report),
        sources=tuple(sources_of(text, about)) if len(text) < MAX_EXAMPLE else (),
        today=name.today,
        sections={"error": _quoted_block(whole)} if whole else {},
    )


def _root(text: str, report: Report | None) -> tuple[str | None, str]:
    """Type and telling line of the first error; of a text without one, the line that reads like an error."""
    if report and report.errors:
        error = report.errors[0]
        lines = [_one_line(line) for line in _UNPRINTABLE.sub("", redact(error.message)).split("\n")]
        lines = [line for line in lines if line]
        numbered = [line for line in lines if re.search(r"[\[(]\d", line)]
        if lines:
            return _plain_type(error.type), (numbered or lines)[0]
    line = next((line for line in text.split("\n") if error_line(line)), "")
    return _typed(_one_line(line)) if line else (None, "")


def _known(message: str, error_type: str | None) -> Known:
    """Which numbers of a message the field knows, by the family that reads it."""
    family = family_of(message, error_type)
    return lambda number: family is not None and bool(known_number(number, family))


def _plain_type(name: str | None) -> str | None:
    last = (name or "").rsplit(".", 1)[-1]
    return last if re.fullmatch(r"[A-Za-z_]\w{0,80}", last) else None


def _typed(message: str) -> tuple[str | None, str]:
    found = _TYPED.match(message)
    return (found[1], found[2].strip()) if found else (None, message.strip())


def _with_type(error_type: str | None, message: str) -> str:
    return f"{error_type}: {message}" if error_type else message


def _one_line(line: str) -> str:
    return " ".join(line.split())[:1000]


def _distinct(messages: Sequence[str]) -> list[str]:
    """Messages that differ in more than quotes and spacing, straight ones first."""
    kept: dict[str, str] = {}
    for message in messages:
        form = normalise(message)
        if form not in kept or message.isascii():
            kept[form] = message
    return list(kept.values())


def _slug(wanted: str | None, about: Software, message: str) -> str:
    if wanted and SLUG.fullmatch(wanted):
        return wanted
    words = re.findall(r"[a-z]{2,20}", (wanted or message).lower())
    made = "-".join(words[:8] if wanted else [about.id, *words[:6]])[:80].strip("-")
    return made if words and SLUG.fullmatch(made) else f"{about.id}-draft"


def _titles(about: Software, message: str) -> Mapping[str, str]:
    if not message:
        return {language: prompt("title", language) for language in ("en", "zh")}
    english = prompt("title", "en") if holds_han(message) else f"{about.label}: {message}"
    return {
        "en": _cut(english, TITLE[1]),
        "zh": _cut(f"{about.label} 报错：{message}", TITLE[1]),
    }


def _cut(text: str, most: int) -> str:
    """At most `most` characters, ended between words."""
    return text if len(text) <= most else f"{text[: most - 3].rsplit(' ', 1)[0].rstrip(' .,;:')} …"


def _summary(quick: str, language: str) -> str:
    sentences = _SENTENCE.findall(_MARKS.sub("", quick))
    said = "".join(sentences[:2]).strip()[: SUMMARY[1]]
    return said if len(said) >= SUMMARY[0] else prompt("summary", language)


def _costs(plain: PlainArticle) -> str:
    """The sentence of the fix that says what the work-around costs."""
    for line in plain.sections.get("fix", "").split("\n"):
        for sentence in _SENTENCE.findall(_MARKS.sub("", line)):
            if _COST.search(sentence):
                return str(sentence.strip())
    return prompt("costs", plain.language)


def _quoted_block(message: str) -> str:
    return f"````text\n{message}\n````" if "```" in message else f"```text\n{message}\n```"


def _window(text: str, report: Report | None) -> str:
    """The log, or of a long one the lines around its first error."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        last = report.errors[0].last_line if report and report.errors else MOST_LINES
        start = max(0, min(last - MOST_LINES * 3 // 4, len(lines) - MOST_LINES))
        lines = lines[start : start + MOST_LINES]
    return "\n".join(lines)[: MAX_EXAMPLE // 4]
