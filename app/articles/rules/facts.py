"""Rules on the facts in the front matter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.articles.model import Page, Problem
from app.articles.rules.view import View
from app.articles.vocabulary import software

TITLE = (10, 160)
SUMMARY = (12, 480)
SENTENCES = 2

_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|no)\.", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|[。！？]")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def lengths(view: View) -> Iterator[Problem]:
    """Titles and summaries are as long as a result list can show, a summary has at most two sentences."""
    for page, _ in view.pages():
        for key, text, (least, most) in (("title", page.title, TITLE), ("summary", page.summary, SUMMARY)):
            if not least <= len(text) <= most:
                yield view.translated(
                    page, (key,), f"the {key} has {len(text)} characters", f"use {least} to {most}"
                )
        sentences = len(_SENTENCE_END.findall(_ABBREVIATION.sub("", page.summary)))
        if sentences > SENTENCES:
            yield view.translated(
                page, ("summary",), f"the summary has {sentences} sentences", f"say the answer in {SENTENCES}"
            )


def languages(view: View) -> Iterator[Problem]:
    """A Chinese page has Chinese in its title and summary, an English page none."""
    for page, _ in view.pages():
        for key, text in (("title", page.title), ("summary", page.summary)):
            if bool(_HAN.search(text)) != (page.language == "zh"):
                yield view.translated(
                    page, (key,), f"the {key} is not in the language of the page", _language_remedy(page)
                )


def _language_remedy(page: Page) -> str:
    return "write it in Chinese" if page.language == "zh" else "write it in English"


def examples(view: View) -> Iterator[Problem]:
    """A current article has an example, and a near miss for every signature."""
    article = view.article
    if article.status != "current":
        return
    if not article.examples:
        yield view.fact(("examples",), "there is no example", "add a real message with expect: match")
    missing = len(article.signatures) - len(article.near_misses)
    if missing > 0:
        yield view.fact(
            ("near_misses",),
            f"{len(article.signatures)} signatures have {len(article.near_misses)} near misses",
            f"add {missing}: a message that looks alike and is not this cause",
        )


def area(view: View) -> Iterator[Problem]:
    """An article lies in the folder of its software's area."""
    row = software(view.article.software)
    if row is not None and row.area != view.article.area:
        yield view.fact(
            ("software",),
            f"the area of {row.id} is {row.area}, the folder is {view.article.area}",
            f"move the article to {row.area}/",
        )


def dates(view: View) -> Iterator[Problem]:
    """Nothing was written, checked or known on a day that has not come."""
    article, today = view.article, view.shelf.today
    days: list[tuple[tuple[str | int, ...], str | None]] = [(("updated",), article.updated)]
    if article.verified:
        days.append((("verified", "on"), article.verified.on))
    for at, ref in enumerate(article.refs):
        if ref.known:
            days += [
                (("refs", at, "known", "date"), ref.known.date),
                (("refs", at, "known", "as_of"), ref.known.as_of),
            ]
    for path, day in days:
        if day and day > today:
            yield view.fact(path, f"{day} has not come yet", f"use a day up to {today}")


def verification(view: View) -> Iterator[Problem]:
    """An article says what was read to check it, and cites something."""
    article = view.article
    if article.status != "current":
        return
    if article.verified is None:
        yield view.fact(
            ("verified",), "nobody verified this article", "add verified: {read, on, confidence}", "warning"
        )
    if not article.refs:
        yield view.fact(("refs",), "the article cites nothing", "add the sources under refs", "warning")
    for at, ref in enumerate(article.refs):
        if ref.known is None and ref.role in ("fix", "hardening"):
            yield view.fact(
                ("refs", at),
                f"nobody looked at {ref.id}",
                "add known: {state, date, release, as_of}",
                "warning",
            )


def repetitions(view: View) -> Iterator[Problem]:
    """No list names a thing twice, and no article names itself."""
    article = view.article
    lists: tuple[tuple[str, Sequence[str]], ...] = (
        ("refs", [ref.id for ref in article.refs]),
        ("tags", article.tags),
        ("related", article.related),
        ("aliases", article.aliases),
        ("tell_apart", [row.slug for row in article.tell_apart]),
    )
    for key, names in lists:
        for at, name in enumerate(names):
            if name in names[:at]:
                yield view.fact((key, at), f"{name} stands twice in {key}", "remove one")
            if name == article.slug:
                yield view.fact((key, at), f"{key} names the article itself", "remove it")
