"""The state of each article's fix, for narrowing lists by it: known facts and what is live, joined."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
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


def fix_state(article: Article, ask: Ask) -> str | None:
    """released, merged (in no release yet) or open; None where no fix is known."""
    if any(affected.fixed_in for affected in article.affected):
        return "released"
    changes = [ask(ref) for ref in article.refs if ref.role == "fix"]
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
        facts = sorted(index.facts.articles.values(), key=lambda fact: fact.updated, reverse=True)
        articles = (index.article(fact.slug) for fact in facts[:MOST_READ])
        told = ((article.slug, fix_state(article, self._ask)) for article in articles if article)
        return {slug: state for slug, state in told if state}
