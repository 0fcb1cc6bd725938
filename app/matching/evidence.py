"""The evidence: one visible row for each fact that counts for or against an article.

A row measures a comparison (0 is "nothing to say", missing data always measures 0) and says in a phrase what
it saw. Weights are fitted (`weights.json`), never written here. No row knows a slug, a family or a software.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.matching.compare import Comparison
from app.matching.environment import STACK
from app.matching.model import Evidence
from app.matching.profile import ties_numbers
from app.matching.versions import version_verdict
from app.phrase import Phrase, Value
from app.shapes.algebra import names
from app.shapes.model import Outcome

SPECIFIC_LITERALS = 60
"""Literal characters of a signature at which its wording alone counts as fully specific."""


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One kind of evidence: how it is measured and what is said of it."""

    id: str
    measure: Callable[[Comparison], float]
    details: Callable[[Comparison], Mapping[str, Value]]


def _nothing(_: Comparison) -> Mapping[str, Value]:
    return {}


def _signature(outcome: Outcome) -> Callable[[Comparison], float]:
    def measure(comparison: Comparison) -> float:
        return 1.0 if comparison.unification.outcome is outcome else 0.0

    return measure


def _pattern(comparison: Comparison) -> Mapping[str, Value]:
    signature = comparison.signature
    return {"pattern": signature.source.error.splitlines()[0] if signature else ""}


def _contradiction(comparison: Comparison) -> Mapping[str, Value]:
    first = next(iter(comparison.unification.contradictions), None)
    if first is None:
        return {**_pattern(comparison), "expression": "", "expected": "", "actual": ""}
    return {
        **_pattern(comparison),
        "expression": first.expression,
        "expected": "?" if first.expected is None else first.expected,
        "actual": "?" if first.actual is None else first.actual,
    }


def _missed(comparison: Comparison) -> float:
    """1 when the article has a signature for a line of this message, but no signature of it fits the numbers."""
    if comparison.unification.outcome is not Outcome.NO_FIT:
        return 0.0
    lines = comparison.error.said.template.split("\n")
    return float(any(signature.template in lines for signature in comparison.article.signatures))


def _specific(comparison: Comparison) -> float:
    """How much of an exact signature is literal text and checked numbers."""
    if comparison.signature is None or comparison.unification.outcome is not Outcome.EXACT:
        return 0.0
    return min(1.0, comparison.signature.literal_length / SPECIFIC_LITERALS)


def _relational(comparison: Comparison) -> float:
    """1 when the exact signature ties numbers by an expression, a repeated name or a `where`."""
    signature = comparison.signature
    if signature is None or comparison.unification.outcome is not Outcome.EXACT:
        return 0.0
    stated = any(STACK not in names(relation) for _, relation in signature.where)
    return float(stated or ties_numbers(signature))


def _placed(comparison: Comparison) -> float:
    """1 when the exact signature asks for a place in the trace or for another line: it says more than one of the
    message."""
    signature = comparison.signature
    if signature is None or comparison.unification.outcome is not Outcome.EXACT:
        return 0.0
    return float(bool(signature.also) or any(STACK in names(relation) for _, relation in signature.where))


def _values(comparison: Comparison) -> Mapping[str, Value]:
    pairs = ", ".join(f"{name} = {value}" for name, value in comparison.unification.values.items())
    return {**_pattern(comparison), "values": pairs}


def _frames(comparison: Comparison) -> Mapping[str, Value]:
    return {"frames": comparison.shared_frames[:4]}


def _frame_share(comparison: Comparison) -> float:
    """The share of the frames nearest the crash that the article knows."""
    functions = comparison.error.said.functions
    return len(comparison.shared_frames) / len(functions) if functions else 0.0


def _same_family(comparison: Comparison) -> float:
    return float(comparison.error.said.family in comparison.article.families)


def _other_family(comparison: Comparison) -> float:
    """1 when both are known to a family of messages and the families differ."""
    family, families = comparison.error.said.family, comparison.article.families
    return float(family is not None and bool(families) and family not in families)


def _numbers(comparison: Comparison) -> Mapping[str, Value]:
    known = set(comparison.article.prose_numbers).union(
        *(report.said.numbers for report in comparison.article.reports)
    )
    return {"numbers": tuple(sorted(comparison.error.said.numbers & known))}


def _clue(comparison: Comparison) -> Mapping[str, Value]:
    return {"clue": comparison.clues[0] if comparison.clues else ""}


def _outside_affected(comparison: Comparison) -> float:
    verdict = version_verdict(comparison.article.article.affected, comparison.error.environment.packages)
    return 1.0 if verdict is not None and verdict.affected is False else 0.0


def _inside_affected(comparison: Comparison) -> float:
    verdict = version_verdict(comparison.article.article.affected, comparison.error.environment.packages)
    return 1.0 if verdict is not None and verdict.affected is True else 0.0


EVIDENCE: tuple[EvidenceRow, ...] = (
    EvidenceRow("signature_exact", _signature(Outcome.EXACT), _values),
    EvidenceRow("signature_specific", _specific, _pattern),
    EvidenceRow("signature_relational", _relational, _values),
    EvidenceRow("signature_placed", _placed, _nothing),
    EvidenceRow("signature_solved", _signature(Outcome.SOLVED), _values),
    EvidenceRow("signature_unknown", _signature(Outcome.UNKNOWN), _pattern),
    EvidenceRow("signature_contradicted", _signature(Outcome.CONTRADICTED), _contradiction),
    EvidenceRow("signature_missed", _missed, _nothing),
    EvidenceRow("same_template", lambda c: float(c.likeness.best.same_template), _nothing),
    EvidenceRow("wording", lambda c: c.likeness.best.wording**2, _nothing),
    EvidenceRow("words", lambda c: c.likeness.best.words, _nothing),
    EvidenceRow("words_all_reports", lambda c: c.likeness.words, _nothing),
    EvidenceRow("relations", lambda c: c.likeness.relations, _nothing),
    EvidenceRow("relations_all_reports", lambda c: c.likeness.mean_relations, _nothing),
    EvidenceRow("report_numbers", lambda c: c.likeness.numbers, _numbers),
    EvidenceRow("report_frames", lambda c: c.likeness.frames, _frames),
    EvidenceRow("frames", _frame_share, _frames),
    EvidenceRow("same_family", _same_family, _nothing),
    EvidenceRow("other_family", _other_family, _nothing),
    EvidenceRow("same_type", lambda c: float(c.likeness.best.same_type), _nothing),
    EvidenceRow("title", lambda c: c.title, _nothing),
    EvidenceRow("title_wording", lambda c: c.title_wording**2, _nothing),
    EvidenceRow("summary", lambda c: c.summary, _nothing),
    EvidenceRow("cause", lambda c: c.cause, _nothing),
    EvidenceRow("fragments", lambda c: c.fragments, _nothing),
    EvidenceRow("prose", lambda c: c.prose, _nothing),
    EvidenceRow("paste", lambda c: c.paste, _nothing),
    EvidenceRow("paste_prose", lambda c: c.paste_prose, _nothing),
    EvidenceRow("prose_numbers", lambda c: c.prose_numbers, _numbers),
    EvidenceRow("software", lambda c: float(c.software), lambda c: {"software": c.article.article.software}),
    EvidenceRow("later_error", lambda c: min(3, c.error.index) / 3, _nothing),
    EvidenceRow("log_clue", lambda c: float(bool(c.clues)), _clue),
    EvidenceRow("version_inside", _inside_affected, _nothing),
    EvidenceRow("version_outside", _outside_affected, _nothing),
)


def measure_all(comparison: Comparison) -> tuple[float, ...]:
    """The measurement of every row, in the order of `EVIDENCE`."""
    return tuple([row.measure(comparison) for row in EVIDENCE])


def speak(
    comparison: Comparison, measured: tuple[float, ...], weights: tuple[float, ...]
) -> tuple[Evidence, ...]:
    """The rows that weigh something, each with its phrase: what signatures say first, then the heaviest."""
    said = (
        Evidence(row.id, _phrase(row, comparison), value * weight)
        for row, value, weight in zip(EVIDENCE, measured, weights, strict=True)
        if abs(value * weight) >= 0.01
    )
    return tuple(sorted(said, key=lambda item: (not item.kind.startswith("signature"), -abs(item.weight))))


def _phrase(row: EvidenceRow, comparison: Comparison) -> Phrase:
    """What the row says; a signature without holes has no numbers to tell."""
    details = row.details(comparison)
    return Phrase(
        "evidence.signature_plain" if details.get("values") == "" else f"evidence.{row.id}", details
    )
