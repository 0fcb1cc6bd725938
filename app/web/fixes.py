"""The state of each article's fix, for narrowing lists by it: known facts and what is live, joined."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock

from app.articles.model import Article, Ref
from app.index.open import Index
from app.live.model import Change, ChangeState

SECONDS = 30.0
"""States change by the minute at most: a list may be so much behind."""
MOST_READ = 2_000
"""Articles whose fix is told; on a larger tree the newest."""
OPEN = (ChangeState.OPEN, ChangeState.DRAFT)
MERGED = (ChangeState.MERGED, ChangeState.LANDED)

Ask = Callable[[Ref], Change]


@dataclass(frozen=True, slots=True)
class Fix:
    """What an article says of its fix."""

    slug: str
    released: bool
    """The article itself names the version."""
    refs: tuple[Ref, ...]
    """The changes that mend it."""

    @classmethod
    def of(cls, article: Article) -> Fix:
        """That of one article."""
        released = any(affected.fixed_in for affected in article.affected)
        return cls(article.slug, released, tuple(ref for ref in article.refs if ref.role == "fix"))


def fix_state(fix: Fix, ask: Ask) -> str | None:
    """released, merged (in no release yet) or open; None where no fix is known."""
    if fix.released:
        return "released"
    changes = [ask(ref) for ref in fix.refs]
    if any(first.stable and first.certain for change in changes for first in change.first_releases):
        return "released"
    if any(change.state in MERGED for change in changes):
        return "merged"
    return "open" if any(change.state in OPEN for change in changes) else None


class FixStates:
    """Slug -> state of the fix, worked out at most every `SECONDS`; safe to share between threads."""

    def __init__(self, ask: Ask, now: Callable[[], float] = time.monotonic) -> None:
        self._ask = ask
        self._now = now
        self._lock = Lock()
        self._fixes: tuple[str, tuple[Fix, ...]] = ("", ())
        """Of which index, what its articles say: read once, asked about again and again."""
        self._held: tuple[str, float, Mapping[str, str]] = ("", 0.0, {})

    def of(self, index: Index) -> Mapping[str, str]:
        """The states of the articles of `index`. Raises IndexDamaged."""
        with self._lock:
            digest, at, states = self._held
            if digest != index.digest or self._now() - at > SECONDS:
                states = self._work_out(index)
                self._held = (index.digest, self._now(), states)
            return states

    def _work_out(self, index: Index) -> Mapping[str, str]:
        if self._fixes[0] != index.digest:
            self._fixes = (index.digest, _fixes(index))
        told = ((fix.slug, fix_state(fix, self._ask)) for fix in self._fixes[1])
        return {slug: state for slug, state in told if state}


def _fixes(index: Index) -> tuple[Fix, ...]:
    facts = sorted(index.facts.articles.values(), key=lambda fact: fact.updated, reverse=True)
    articles = (index.article(fact.slug) for fact in facts[:MOST_READ])
    return tuple(Fix.of(article) for article in articles if article)
