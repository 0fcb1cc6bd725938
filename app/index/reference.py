"""What the candidates must contain: every article with a signature that fits, found by trying them all."""

from __future__ import annotations

from app.index.open import Index
from app.reports.model import Report
from app.reports.subject import subject_of
from app.shapes.model import Outcome
from app.shapes.patterns import unify


def brute_force(index: Index, report: Report) -> frozenset[tuple[str, int]]:
    """(slug, index into `report.errors`) wherever the text of a signature fits, whatever its numbers say.

    Linear in the number of signatures: for tests and measurements, never on the way to an answer.
    """
    subjects = [subject_of(event) for event in report.errors]
    return frozenset(
        (fact.slug, at)
        for number, fact in index.facts.articles.items()
        for signature in index.compiled(number)
        for at, subject in enumerate(subjects)
        if unify(signature, subject).outcome is not Outcome.NO_FIT
    )
