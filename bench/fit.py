"""Fits `app/matching/weights.json` on the dev cases. Run: `make fit`.

Every number printed comes from cross-validation split by repository: weights of nine folds judge the tenth. Every
case counts twice, held against a library of every catalogued cause (most of them stubs) and against the shipped
articles, which most cases are not covered by.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from app.matching.evidence import EVIDENCE
from app.matching.weights import FILE
from bench.heads import Heads, fit
from bench.judged import (
    Judged,
    cross_validated,
    match_threshold,
    maybe_threshold,
    reliability,
    summary,
)
from bench.measure import CATALOGUE, SHIPPED, measure_cases, neutral_weights
from bench.stubs import DATA, load_cases, load_catalogue, real_articles, with_aliases

EXACT_BAR = 0.35
"""For the only exact signature; between 0.3 and 0.5 no cross-validated answer changes."""
LEAST_BAR = 0.6
"""No `match` below it without such a signature. Cross-validation would allow 0.44, but the articles' authors saw
the dev cases."""
LEAD = 3.0
"""A match is so many times as probable as the runner-up."""


def main() -> None:
    """Measures, fits, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write app/matching/weights.json")
    parser.add_argument("--worst", type=int, default=0, help="print so many wrong cases")
    options = parser.parse_args()
    catalogue, real = load_catalogue(), real_articles()
    cases = with_aliases(load_cases(), real.values())
    measured = [
        item
        for stubs in (True, False)
        for item in measure_cases(catalogue, cases, real, neutral_weights(), stubs)
    ]
    judged = cross_validated(measured)
    match_bar, maybe_bar = max(LEAST_BAR, match_threshold(judged, LEAD)), maybe_threshold(judged)
    numbers = {
        condition: summary(
            [item for item in judged if item.measured.condition == condition],
            [item for item in measured if item.condition == condition],
        )
        for condition in (CATALOGUE, SHIPPED)
    }
    print(json.dumps(numbers, indent=1), f"match from {match_bar}, maybe from {maybe_bar}")
    _print_worst(judged, options.worst)
    heads = fit(measured)
    if options.write:
        FILE.write_text(json.dumps(_file(heads, judged, numbers, match_bar, maybe_bar), indent=1) + "\n")
    for row, weight, cover in zip(EVIDENCE, heads.article, heads.covered, strict=False):
        print(f"{row.id:26s} {weight:8.3f} {cover:8.3f}")


def _print_worst(judged: Sequence[Judged], count: int) -> None:
    wrong = [item for item in judged if not item.removed and not item.right and item.measured.case.expect]
    for item in wrong[:count]:
        case, slugs = item.measured.case, item.measured.slugs
        got = ", ".join(slugs[place] for place in item.order[:3])
        text = case.text[:300].replace("\n", "⏎")
        print(f"{item.measured.condition} {case.id} | want {case.expect} | got {got} | {text}")


def _file(
    heads: Heads,
    judged: Sequence[Judged],
    numbers: dict[str, dict[str, float]],
    match: float,
    maybe: float,
) -> dict[str, Any]:
    cases_hash = hashlib.sha256((DATA / "dev.jsonl").read_bytes()).hexdigest()[:12]
    today = datetime.now(UTC).date().isoformat()
    decisive = {
        "match_threshold": match,
        "exact_threshold": EXACT_BAR,
        "match_lead": LEAD,
        "maybe_threshold": maybe,
        "article": {row.id: round(float(w), 4) for row, w in zip(EVIDENCE, heads.article, strict=True)},
        "covered": {row.id: round(float(w), 4) for row, w in zip(EVIDENCE, heads.covered[:-2], strict=True)},
        "covered_margin": round(float(heads.covered[-2]), 4),
        "covered_bias": round(float(heads.covered[-1]), 4),
    }
    return {
        "algorithm": f"{today}.{hashlib.sha256(json.dumps(decisive).encode()).hexdigest()[:6]}",
        "fitted": today,
        "cases": cases_hash,
        "cross_validated": {
            condition: {name: round(value, 4) for name, value in row.items()}
            for condition, row in numbers.items()
        },
        "reliability": reliability(judged),
        **decisive,
    }


if __name__ == "__main__":
    main()
