"""What pages see of a reference, with and without an answer of a forge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.live.config import LiveConfig
from app.live.model import Change, ChangeState, ChangeStatus, Containment, FirstRelease, ReleaseAnswer
from app.live.values import dump_change, load_release, load_status
from app.live.view import MOST_MARKS, LiveView
from app.phrase import Phrase
from app.state.clock import FixedClock
from app.state.model import LiveRow
from app.state.store import Store
from tests.live.rig import NOW

REF = "vllm-project/vllm#48379"


@dataclass(frozen=True)
class Known:
    """What an article's front matter says."""

    state: str = "merged"
    date: str | None = "2026-07-15"
    release: str | None = "0.26.0"
    as_of: str = "2026-11-20"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "s"), FixedClock(NOW))
    yield opened
    opened.close()


def _view(store: Store, **config: object) -> LiveView:
    return LiveView(store, FixedClock(NOW), LiveConfig(**config))  # type: ignore[arg-type]


KNOWN = [
    (
        Known(),
        ChangeState.MERGED,
        Containment.RELEASED,
        "0.26 0.26.0 known",
        datetime(2026, 7, 15, tzinfo=UTC),
    ),
    (Known(release=None), ChangeState.MERGED, Containment.UNKNOWN, "", datetime(2026, 7, 15, tzinfo=UTC)),
    (Known("open", None, None), ChangeState.OPEN, Containment.UNKNOWN, "", None),
    (
        Known("odd word", "no date", "v0.26.0"),
        ChangeState.UNKNOWN,
        Containment.RELEASED,
        "0.26 v0.26.0 known",
        None,
    ),
    (None, ChangeState.UNKNOWN, Containment.UNKNOWN, "", None),
]


@pytest.mark.parametrize(("known", "state", "containment", "first", "merged"), KNOWN)
def test_before_any_answer_the_article_speaks(
    store: Store,
    known: Known | None,
    state: ChangeState,
    containment: Containment,
    first: str,
    merged: datetime | None,
) -> None:
    change = _view(store).change(REF, known)
    assert (change.state, change.containment, change.merged_at) == (state, containment, merged)
    assert " ".join(f"{f.line} {f.version} {f.how}" for f in change.first_releases) == first
    assert change.source == "known"
    assert change.fetched_at == (datetime(2026, 11, 20, tzinfo=UTC) if known else None)
    assert change.reason is not None
    assert change.reason.id == "live.not_asked_yet"


def test_turned_off_says_so(store: Store) -> None:
    change = _view(store, enabled=False).change(REF, Known())
    assert change.reason is not None
    assert change.reason.id == "live.off"


def _told(store: Store, containment: Containment, *first: FirstRelease) -> Change:
    status = ChangeStatus("pull", ChangeState.MERGED, title="Fix it", url="https://github.com/x")
    release = ReleaseAnswer(containment, first, Phrase("live.cannot_compare", {"tag": "v1"}))
    store.live.put([LiveRow(f"change:{REF}", dump_change(status, release), fetched_at=NOW)])
    view = _view(store)
    view.sync()
    return view.change(REF, Known())


def test_an_answer_takes_the_articles_place(store: Store) -> None:
    change = _told(store, Containment.RELEASED, FirstRelease("0.25", "0.25.2", "cherry-pick"))
    assert (change.source, change.title, change.fetched_at) == ("live", "Fix it", NOW)
    assert [first.version for first in change.first_releases] == ["0.25.2"]


def test_what_the_forge_cannot_tell_the_article_may_know(store: Store) -> None:
    change = _told(store, Containment.UNKNOWN)
    assert (change.containment, change.first_releases) == (
        Containment.RELEASED,
        (FirstRelease("0.26", "0.26.0", "known"),),
    )


def test_what_the_forge_denies_the_article_does_not_claim(store: Store) -> None:
    change = _told(store, Containment.UNRELEASED)
    assert (change.containment, change.first_releases) == (Containment.UNRELEASED, ())


def test_views_are_marked_once_in_a_while(store: Store) -> None:
    clock = FixedClock(NOW)
    view = LiveView(store, clock, LiveConfig())
    for _look in range(3):
        view.change(REF)
        view.sync()
    row = store.live.get(f"change:{REF}")
    assert row is not None
    assert row.viewed_at == NOW
    clock.move(timedelta(minutes=1))
    view.change(REF)
    view.sync()
    row = store.live.get(f"change:{REF}")
    assert row is not None
    assert row.viewed_at == clock.now()
    assert view.wanted() == (f"change:{REF}",)


def test_marks_are_bounded(store: Store) -> None:
    view = _view(store)
    for number in range(1, MOST_MARKS + 100):
        view.change(f"a/b#{number}")
    view.sync()
    assert len(store.live.changed_since(None)) == MOST_MARKS


def test_two_processes_see_each_others_answers(store: Store) -> None:
    first, second = _view(store), _view(store)
    second.sync()
    store.live.put([LiveRow(f"change:{REF}", {"state": "open", "title": "New"}, fetched_at=NOW)])
    second.sync()
    assert second.change(REF).title == "New"
    assert first.change(REF).title is None


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"state": 7, "first_releases": "x"},
        {"notes": [1, {"id": 2}], "contains": {"v1": "yes"}, "merged_at": "?"},
    ],
)
def test_a_damaged_answer_is_unknown(store: Store, value: dict[str, object]) -> None:
    store.live.put([LiveRow(f"change:{REF}", value, fetched_at=NOW)])
    view = _view(store)
    view.sync()
    change = view.change(REF)
    assert (change.state, change.containment, change.first_releases) == (
        ChangeState.UNKNOWN,
        Containment.UNKNOWN,
        (),
    )


def test_an_answer_comes_back_as_it_was() -> None:
    status = ChangeStatus(
        "pull",
        ChangeState.MERGED,
        "标题",
        "https://x",
        "a/b",
        NOW,
        NOW,
        "c" * 40,
        "main",
        Phrase("live.legal"),
        (Phrase("live.renamed", {"name": "a/b"}),),
    )
    release = ReleaseAnswer(
        Containment.RELEASED,
        (FirstRelease("1.1", "1.1.0", "ancestor"),),
        Phrase("live.in_no_release", {"newest": "v1"}),
        "v1",
        {"v1": True, "v2": None},
        True,
        (Phrase("live.reverted_by", {"id": "a/b#2", "date": "2026-01-01"}),),
    )
    value = dump_change(status, release)
    assert (load_status(value), load_release(value)) == (status, release)
