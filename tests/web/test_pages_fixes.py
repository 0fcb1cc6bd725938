"""The state of an article's fix, and narrowing lists by it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from app.articles.model import Affected, Article, Library, Ref
from app.index.open import Index
from app.live.model import Change, ChangeState
from app.web.fixes import SECONDS, Fix, FixStates, fix_state
from tests.web import samples

FIX, REPORT = Ref("a/b#1", "fix"), Ref("a/b#2", "report")
STATES = [
    ((FIX,), (Affected("x", fixed_in="2.0"),), ChangeState.OPEN, False, "released"),
    ((FIX,), (), ChangeState.MERGED, True, "released"),
    ((FIX,), (), ChangeState.LANDED, False, "merged"),
    ((FIX,), (), ChangeState.DRAFT, False, "open"),
    ((FIX,), (), ChangeState.CLOSED, False, None),
    ((REPORT,), (), ChangeState.MERGED, True, None),
    ((), (), ChangeState.MERGED, True, None),
]


def answering(state: ChangeState, released: bool) -> Change:
    """What a forge says of any reference."""
    base = samples.changes()["vllm-project/vllm#48379"]
    return replace(base, state=state, first_releases=base.first_releases if released else ())


@pytest.fixture
def article(library: Library) -> Article:
    """Any article."""
    return library.articles[0]


@pytest.mark.parametrize(("refs", "affected", "state", "released", "wanted"), STATES)
def test_the_state_of_a_fix(
    article: Article,
    refs: tuple[Ref, ...],
    affected: tuple[Affected, ...],
    state: ChangeState,
    released: bool,
    wanted: str | None,
) -> None:
    """The article's own word first; only references that are fixes count."""
    about = replace(article, refs=refs, affected=affected)
    assert fix_state(Fix.of(about), lambda _: answering(state, released)) == wanted


def test_states_are_asked_again_after_a_while(index: Index) -> None:
    """Not on every list."""
    asked: list[Ref] = []
    at = [0.0]

    def ask(ref: Ref) -> Change:
        asked.append(ref)
        return answering(ChangeState.OPEN, False)

    states = FixStates(ask, lambda: at[0])
    first = states.of(index)
    count = len(asked)
    assert states.of(index) is first
    assert len(asked) == count
    at[0] += SECONDS + 1
    states.of(index)
    assert len(asked) == 2 * count


@pytest.mark.parametrize("path", ["/articles", "/zh/articles", "/search", "/search?q=vllm"])
def test_lists_are_narrowed_by_every_facet_they_offer(client: TestClient, path: str) -> None:
    """Each facet link leaves as many articles as it says."""
    join = "&" if "?" in path else "?"
    every = client.get(path).text
    for facet in ("software=vllm", "kind=shape", "fix=released", "language=zh"):
        narrowed = client.get(f"{path}{join}{facet}").text
        assert facet in every
        assert 0 < narrowed.count('class="title"') <= every.count('class="title"')
    assert 'class="title"' not in client.get(f"{path}{join}fix=nonsense").text
