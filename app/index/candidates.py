"""Report -> the few articles worth comparing, by B-tree and short posting lists only: O(log n) in the
articles.

Two lists of articles share the rarest words of an error, one by their known reports and one by their own
text: merged they find what neither finds alone. Exact templates, literal anchors of signatures, functions
of the stack trace and the family of the error add what words miss.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from app.index.anchors import MAX_LINE, grams
from app.index.lookup import SHARED
from app.index.model import Candidate
from app.index.open import Index
from app.index.wording import MAX_FRAMES, event_words
from app.reports.model import ErrorEvent, Frame, Report
from app.reports.subject import subject_of
from app.shapes.model import Outcome
from app.shapes.patterns import Subject, unify
from app.text.normalise import normalise
from app.text.template import template

ROUTES = ("template", "anchor", "frames", "reports", "prose", "family")
POSTINGS = 600
"""Entries of posting lists that are read for one error and list: what keeps the work the same at any size."""
WORDS = 28
"""Words that are looked up for one error and list."""
BEST_BY_REPORTS = 16
BEST_BY_PROSE = 48
BEST_BY_FAMILY = 24
BEST_BY_FRAMES = 10
MOST = 96
"""Candidates for one error."""
FRAMES = 24
"""Frames looked at, those nearest to the crash."""
LINES = 8
"""Lines of a message whose own templates are looked up."""
MAX_MESSAGE = 8_000
"""Characters of a message that are looked at."""
CONTEXT = 16
"""Lines above an error that are read for words."""
WRAPPED = 60
"""Messages of more lines are not searched with their lines joined (as in `shapes.patterns`)."""
THOROUGH = 6
"""Errors of a report, root cause first, for which all routes are tried; the rest go by template and
anchor."""
_ORDER = (Outcome.EXACT, Outcome.SOLVED, Outcome.UNKNOWN, Outcome.CONTRADICTED, Outcome.NO_FIT)


@dataclass(slots=True)
class _Tally:
    """What is found for one error."""

    routes: dict[int, set[str]] = field(default_factory=dict)
    reports: dict[int, float] = field(default_factory=dict)
    prose: dict[int, float] = field(default_factory=dict)

    def add(self, route: str, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.routes.setdefault(number, set()).add(route)

    def told(self, number: int) -> float:
        return self.reports.get(number, 0.0) + self.prose.get(number, 0.0)


def candidates(index: Index, report: Report) -> tuple[Candidate, ...]:
    """The articles that may be the cause of an error of `report`: by error, best first; an article may
    stand there once for each error. Raises IndexDamaged."""
    return tuple(_candidates(index, report))


def _candidates(index: Index, report: Report) -> Iterable[Candidate]:
    for at, printed in enumerate(report.errors):
        event, tally = _bounded(printed), _Tally()
        _by_template(index, event, tally)
        _by_anchor(index, event, tally)
        if at < THOROUGH:
            _by_words(index, event, tally)
            _by_frames(index, event, tally)
            _by_family(index, event, tally)
        yield from _ranked(index, at, tally)


def _bounded(event: ErrorEvent) -> ErrorEvent:
    """The event with as much text as is looked at, all of it storable (a lone surrogate is not)."""
    context = tuple(_storable(line[:MAX_LINE]) for line in event.context[-CONTEXT:])
    frames = tuple(
        replace(frame, function=_storable(frame.function or "")[:MAX_LINE], module=None, file=_file(frame))
        for frame in event.frames[-MAX_FRAMES:]
    )
    message = _storable(event.message[:MAX_MESSAGE])
    return replace(event, message=message, type=_storable(event.type or ""), context=context, frames=frames)


def _file(frame: Frame) -> str:
    return _storable((frame.module or frame.file or "")[-MAX_LINE:])


def _storable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _ranked(index: Index, at: int, tally: _Tally) -> Iterable[Candidate]:
    found = [
        Candidate(
            index.slug_of(number),
            at,
            tuple(route for route in ROUTES if route in routes),
            round(tally.reports.get(number, 0.0), 3),
            round(tally.prose.get(number, 0.0), 3),
        )
        for number, routes in tally.routes.items()
    ]
    found.sort(key=lambda each: (-_sure(each), -_strength(each), each.slug))
    return found[:MOST]


def _sure(candidate: Candidate) -> int:
    return ("template" in candidate.routes) + ("anchor" in candidate.routes)


def _strength(candidate: Candidate) -> float:
    return candidate.reports_score + candidate.prose_score


def _by_template(index: Index, event: ErrorEvent, tally: _Tally) -> None:
    lines = event.message.split("\n")[:LINES]
    for text in dict.fromkeys(template(part) for part in (event.message, *lines)):
        if text:
            same = index.lookup.template(text)
            tally.add("template", same if len(same) <= SHARED else ())


def _by_anchor(index: Index, event: ErrorEvent, tally: _Tally) -> None:
    texts = _texts(event)
    keys = {key for text in texts for key in grams(text, index.lookup.short_anchors)}
    fits: dict[str, bool] = {}
    found: dict[int, None] = {}
    for anchor, number in chain.from_iterable(index.lookup.anchors(keys).values()):
        if anchor not in fits:
            fits[anchor] = any(anchor in text for text in texts)
        if fits[anchor]:
            found[number] = None
    tally.add("anchor", found if len(found) <= SHARED else _sifted(index, found, event))


def _sifted(index: Index, numbers: Iterable[int], event: ErrorEvent) -> list[int]:
    """Of many articles of one message those whose signatures fit best: numbers decide between them."""
    subject = subject_of(event)
    outcomes = {
        number: min(
            (_ORDER.index(unify(each, subject).outcome) for each in index.compiled(number)), default=9
        )
        for number in numbers
    }
    fitting = [number for number, rank in outcomes.items() if rank < _ORDER.index(Outcome.NO_FIT)]
    return sorted(fitting, key=lambda number: (outcomes[number], number))[:SHARED]


def _texts(event: ErrorEvent) -> tuple[str, ...]:
    """The message as signatures see it: its lines joined with and without a blank, as a wrapped line would
    be."""
    lines = [line for _, line in Subject(event.message).lines]
    if len(lines) == 1 or len(lines) > WRAPPED:
        return ("\n".join(lines),)
    return normalise(" ".join(lines)), normalise("".join(lines))


def _by_words(index: Index, event: ErrorEvent, tally: _Tally) -> None:
    known = index.lookup.words(event_words(event)).items()
    reports = [(held, word) for word, (held, _) in known if held]
    prose = [(held, word) for word, (_, held) in known if held]
    facts = index.facts.articles
    # The root of the length: a long article shares more words with anything, a short one is no better for it.
    shared = _shared(index, "reports", reports).items()
    tally.reports = {number: score / math.sqrt(facts[number].told) for number, score in shared}
    shared = _shared(index, "prose", prose).items()
    tally.prose = {number: score / math.sqrt(facts[number].written) for number, score in shared}
    tally.add("reports", _best(tally.reports, BEST_BY_REPORTS))
    tally.add("prose", _best(tally.prose, BEST_BY_PROSE))


def _shared(
    index: Index, table: Literal["reports", "prose"], words: list[tuple[int, str]]
) -> dict[int, float]:
    """Article -> sum of the squared rarities of the words it shares, rarest words first, within
    `POSTINGS`."""
    scores: dict[int, float] = {}
    left = POSTINGS
    for held, word in sorted(words)[:WORDS]:
        if held > left:
            break
        left -= held
        rarity = math.log(1 + index.count / held) ** 2
        for number in index.lookup.postings(table, word):
            if number in scores:
                scores[number] += rarity
            else:
                scores[number] = rarity
    return scores


def _best(scores: dict[int, float], count: int) -> list[int]:
    ranked = sorted([(-score, number) for number, score in scores.items()])
    return [number for _, number in ranked[:count]]


def _by_frames(index: Index, event: ErrorEvent, tally: _Tally) -> None:
    scores: dict[int, float] = {}
    functions = dict.fromkeys(frame.function for frame in reversed(event.frames[-FRAMES:]) if frame.function)
    for function in functions:
        found = index.lookup.function(function)
        if len(found) <= SHARED:
            for number in found:
                scores[number] = scores.get(number, 0.0) + math.log(1 + index.count / len(found))
    tally.add("frames", _best(scores, BEST_BY_FRAMES))


def _by_family(index: Index, event: ErrorEvent, tally: _Tally) -> None:
    """Articles of the same family of errors: all of a small one, of a large one those that share words."""
    if event.family is None:
        return
    members = index.lookup.family(event.family)
    if len(members) > SHARED:
        members = index.lookup.members(event.family, _best({**tally.prose, **tally.reports}, POSTINGS))
    tally.add("family", _best({number: tally.told(number) for number in members}, BEST_BY_FAMILY))
