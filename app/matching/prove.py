"""Proves the articles: every example finds its article, no near miss does. `faultbook lint` runs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.articles.model import Article, Example, NearMiss, Problem
from app.index.open import Index
from app.matching.diagnose import HYPOTHESES, Profiles, diagnose
from app.matching.model import Diagnosis, Verdict
from app.matching.weights import Weights
from app.reports.parse import parse_text

_FRONT = "index.md"


def prove(articles: Iterable[Article], index: Index, weights: Weights) -> tuple[Problem, ...]:
    """Every example or near miss of these articles that does not do, against the whole index, what they say.

    Each is told as file:line with the remedy.
    """
    profiles = Profiles()
    return tuple(
        problem
        for article in articles
        if article.status == "current"
        for problem in (
            *_examples(article, index, profiles, weights),
            *_near(article, index, profiles, weights),
        )
    )


def _examples(article: Article, index: Index, profiles: Profiles, weights: Weights) -> Iterator[Problem]:
    for example in article.examples:
        diagnosis = diagnose(parse_text(example.text), index, profiles, weights)
        found = [match.slug for match in diagnosis.matches]
        if example.expect == "match" and (diagnosis.verdict is not Verdict.MATCH or found[0] != article.slug):
            yield _problem(
                article, example, f"the example answers {_said(diagnosis)}, not a match of this article"
            )
        elif example.expect == "maybe" and article.slug not in found[:HYPOTHESES]:
            yield _problem(article, example, f"the example answers {_said(diagnosis)}, without this article")


def _near(article: Article, index: Index, profiles: Profiles, weights: Weights) -> Iterator[Problem]:
    for near in article.near_misses:
        diagnosis = diagnose(parse_text(near.text), index, profiles, weights)
        if diagnosis.verdict is not Verdict.MATCH:
            continue
        first = diagnosis.matches[0].slug
        if first == article.slug:
            yield _problem(article, near, "the near miss matches this article")
        elif near.instead is not None and first != near.instead:
            yield _problem(article, near, f"the near miss matches {first}, not {near.instead}")


def _problem(article: Article, item: Example | NearMiss, message: str) -> Problem:
    remedy = "state the number or words that decide in the signature, or expect maybe"
    return Problem(f"{article.name}/{_FRONT}", item.line, message, remedy)


def _said(diagnosis: Diagnosis) -> str:
    if diagnosis.verdict is Verdict.NONE:
        near = ", ".join(diagnosis.near) or "nothing"
        return f"none (nearest: {near})"
    return f"{diagnosis.verdict.value} of {diagnosis.matches[0].slug}"
