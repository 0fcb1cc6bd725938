"""What is written is read back, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.phrase import Phrase
from app.state import votes
from app.state.clock import FixedClock
from app.state.model import Gap, Health, HostRow, LiveRow, Remark, Tally
from app.state.store import Store
from tests.state.conftest import NOW

ROW = LiveRow(
    "change:a/b#1",
    {"title": '带 "引号" 的标题 \U0001f4a5', "numbers": [1, 2], "inner": {"x": None}},
    'W/"e"',
    "token",
    NOW,
    Phrase("live.limited", {"host": "h", "dims": (1, 2)}),
    NOW + timedelta(hours=1),
    NOW + timedelta(minutes=10),
    None,
    3,
)


def test_a_fresh_store_is_well_and_empty(store: Store) -> None:
    assert store.status.health is Health.OK
    assert store.live.changed_since(None) == ()
    assert (store.hosts.all(), store.gaps.top(), store.votes.tallies()) == ((), (), {})


def test_a_row_comes_back_as_it_was(store: Store) -> None:
    (written,) = store.live.put([ROW])
    assert store.live.get(ROW.key) == written
    assert (written.value, written.error, written.changed_at) == (ROW.value, ROW.error, NOW)
    assert store.live.get("change:nothing#1") is None


def test_an_answer_and_a_view_do_not_undo_each_other(store: Store) -> None:
    store.live.put([ROW])
    store.live.viewed([(ROW.key, NOW), ("change:new#1", NOW)])
    store.live.put([ROW])
    row, new = store.live.get(ROW.key), store.live.get("change:new#1")
    assert row is not None
    assert new is not None
    assert (row.viewed_at, row.value) == (NOW, ROW.value)
    assert (new.viewed_at, new.value, new.fetched_at) == (NOW, None, None)


def test_only_what_changed_is_read_again(store: Store, clock: FixedClock) -> None:
    store.live.put([LiveRow("a"), LiveRow("b")])
    clock.move(timedelta(minutes=5))
    store.live.put([LiveRow("b"), LiveRow("c")])
    assert [row.key for row in store.live.changed_since(clock.now())] == ["b", "c"]
    assert len(store.live.changed_since(None)) == 3


def test_many_rows_in_one_go(store: Store) -> None:
    store.live.put(LiveRow(f"k{number}", {"n": number}) for number in range(700))
    assert len(store.live.changed_since(None)) == 700


def test_times_of_every_zone_come_back_in_utc(store: Store) -> None:
    beijing = datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=8)))
    store.live.put([LiveRow("a", fetched_at=beijing)])
    row = store.live.get("a")
    assert row is not None
    assert row.fetched_at == NOW
    assert row.fetched_at.tzinfo is UTC


def test_a_time_without_zone_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="without a zone"):
        store.live.put([LiveRow("a", fetched_at=datetime(2026, 1, 1))])


def test_hosts(store: Store) -> None:
    row = HostRow("h", NOW, Phrase("live.limited", {"host": "h"}), 2, 60, 0, NOW)
    store.hosts.put(row)
    store.hosts.put(HostRow("i"))
    assert sorted(store.hosts.all(), key=lambda found: found.host) == [row, HostRow("i")]


TEN = timedelta(seconds=10)


def test_one_holder_at_a_time(store: Store, clock: FixedClock) -> None:
    assert store.leases.take("job", "me", TEN)
    assert not store.leases.take("job", "you", TEN)
    clock.move(timedelta(seconds=9))
    assert store.leases.take("job", "me", TEN)
    clock.move(timedelta(seconds=9))
    assert not store.leases.take("job", "you", TEN)
    clock.move(TEN)
    assert store.leases.take("job", "you", TEN)
    assert not store.leases.take("job", "me", TEN)


def test_a_lease_given_back_is_free(store: Store) -> None:
    store.leases.take("job", "me", TEN)
    store.leases.give_back("job", "you")
    assert not store.leases.take("job", "you", TEN)
    store.leases.give_back("job", "me")
    assert store.leases.take("job", "you", TEN)


def test_a_clock_set_back_does_not_lock_the_job_for_ever(store: Store, clock: FixedClock) -> None:
    clock.move(timedelta(days=300))
    store.leases.take("job", "me", TEN)
    clock.move(-timedelta(days=300))
    assert store.leases.take("job", "you", TEN)


def test_a_race_for_the_lease_has_one_winner(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda name: store.leases.take("job", f"h{name}", TEN), range(8)))
    assert taken.count(True) == 1


def test_reports(store: Store, clock: FixedClock) -> None:
    receipt = store.reports.share("text <redacted:key>", "zh", timedelta(days=7))
    assert len(receipt.id) >= 22
    assert len(receipt.delete_token) >= 32
    report = store.reports.get(receipt.id)
    assert report is not None
    assert (report.text, report.language) == ("text <redacted:key>", "zh")
    assert report.expires_at == NOW + timedelta(days=7)
    clock.move(timedelta(days=7))
    assert store.reports.get(receipt.id) is None


def test_reports_are_deleted_by_their_token_alone(store: Store) -> None:
    receipt = store.reports.share("text", "en", timedelta(days=7))
    for wrong in ("", "x", receipt.id, receipt.delete_token[:-1]):
        assert not store.reports.delete(receipt.id, wrong)
    assert not store.reports.delete("nothing", receipt.delete_token)
    assert store.reports.delete(receipt.id, receipt.delete_token)
    assert store.reports.get(receipt.id) is None
    assert not store.reports.delete(receipt.id, receipt.delete_token)


def test_the_token_is_not_stored(store: Store, url: str) -> None:
    receipt = store.reports.share("text", "en", timedelta(days=7))
    with store.database.read() as session:
        rows = session.connection().exec_driver_sql("SELECT * FROM report").all()
    assert receipt.delete_token not in str(rows)


def test_expired_reports_are_swept(store: Store, clock: FixedClock) -> None:
    store.reports.share("short", "en", timedelta(days=1))
    store.reports.share("long", "en", timedelta(days=9))
    clock.move(timedelta(days=2))
    store.tend()
    with store.database.read() as session:
        texts = session.connection().exec_driver_sql("SELECT text FROM report").scalars().all()
    assert texts == ["long"]


@pytest.mark.parametrize(
    "text", ["", "\0", "a\0b", "\ud800", "x" * 3_000_000, "😀\r\n\t'; DROP TABLE report; --"]
)
def test_any_text_can_be_shared(store: Store, text: str) -> None:
    receipt = store.reports.share(text, "en", timedelta(days=1))
    found = store.reports.get(receipt.id)
    assert found is not None
    assert len(found.text) == len(text)
    assert store.reports.get("a\0b") is None


def test_votes(store: Store) -> None:
    store.votes.cast("slug", "a", helpful=True)
    store.votes.cast("slug", "b", helpful=True)
    store.votes.cast("slug", "b", helpful=False)
    store.votes.cast("other", "a", helpful=False)
    assert store.votes.tally("slug") == Tally(1, 1)
    assert store.votes.tallies() == {"slug": Tally(1, 1), "other": Tally(0, 1)}
    assert store.votes.tally("nothing") == Tally(0, 0)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ROCm is missing\n第二行", "ROCm is missing\n第二行"),
        ("  \n", None),
        ("", None),
        ("x" * 501, "x" * 500),
        ("a\0\ud800'; DROP TABLE vote; --", "a\ufffd\ufffd'; DROP TABLE vote; --"),
    ],
)
def test_a_vote_carries_what_was_missing(store: Store, text: str, kept: str | None) -> None:
    store.votes.cast("slug", "a", helpful=False, text=text)
    assert store.votes.remarks() == ((Remark("slug", False, kept, NOW),) if kept else ())
    assert store.votes.tally("slug") == Tally(0, 1)


def test_voting_again_replaces_the_text(store: Store) -> None:
    store.votes.cast("slug", "a", helpful=False, text="first")
    store.votes.cast("slug", "a", helpful=True, text="second")
    assert store.votes.remarks() == (Remark("slug", True, "second", NOW),)
    store.votes.cast("slug", "a", helpful=True)
    assert store.votes.remarks() == ()


def _texts(store: Store) -> list[str]:
    with store.database.read() as session:
        query = "SELECT text FROM vote WHERE text IS NOT NULL ORDER BY text"
        return list(session.connection().exec_driver_sql(query).scalars())


def test_texts_expire_and_the_votes_stay(store: Store, clock: FixedClock) -> None:
    store.votes.cast("slug", "a", helpful=False, text="old")
    clock.move(timedelta(days=89))
    store.votes.cast("slug", "b", helpful=False, text="new")
    store.tend()
    assert _texts(store) == ["new", "old"]
    clock.move(timedelta(days=1))
    assert [remark.text for remark in store.votes.remarks()] == ["new"]
    store.tend()
    assert _texts(store) == ["new"]
    assert store.votes.tally("slug") == Tally(0, 2)


def test_old_texts_make_room(store: Store, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes, "MOST_TEXTS", 2)
    for name in "abcd":
        clock.move(timedelta(seconds=1))
        store.votes.cast("slug", name, helpful=False, text=name)
    store.tend()
    assert _texts(store) == ["c", "d"]
    assert store.votes.tally("slug") == Tally(0, 4)


def test_gaps_are_counted_and_added_up(store: Store, clock: FixedClock) -> None:
    for _time in range(3):
        store.gaps.count("error", "t1", "shape <num>")
    store.gaps.count("search", "显存", "显存")
    assert store.gaps.top() == ()
    assert store.gaps.flush() == 2
    clock.move(timedelta(hours=1))
    store.gaps.count("error", "t1", "shape <num>")
    store.gaps.flush()
    assert store.gaps.flush() == 0
    assert store.gaps.top("error") == (Gap("error", "t1", "shape <num>", 4, NOW, NOW + timedelta(hours=1)),)
    assert [gap.id for gap in store.gaps.top()] == ["t1", "显存"]
    assert (store.gaps.total(), len(store.gaps.top(limit=1))) == (2, 1)


def test_answers_are_counted_beside_the_gaps_and_are_none(store: Store) -> None:
    for slug in ("a-fault", "b-fault", "b-fault"):
        store.gaps.count("met", slug, slug)
    store.gaps.count("error", "t1", "shape <num>")
    store.gaps.flush()
    assert [(row.id, row.count) for row in store.gaps.top("met")] == [("b-fault", 2), ("a-fault", 1)]
    assert [gap.id for gap in store.gaps.top()] == ["t1"]


def test_two_processes_add_to_the_same_gap(store: Store, url: str, clock: FixedClock) -> None:
    other = Store.open(url, clock)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: (store, other)[n % 2].gaps.count("error", f"t{n % 5}", "x"), range(1000)))
        list(pool.map(lambda n: (store, other)[n % 2].gaps.flush(), range(8)))
    assert sum(gap.count for gap in store.gaps.top()) == 1000
    other.close()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=600)), max_size=20))
def test_any_gap_is_counted(store: Store, gaps: list[tuple[str, str]]) -> None:
    before = sum(gap.count for gap in store.gaps.top(limit=10**6))
    for gap_id, label in gaps:
        store.gaps.count("search", gap_id, label)
    store.gaps.flush()
    assert sum(gap.count for gap in store.gaps.top(limit=10**6)) == before + len(gaps)


def test_counters_are_shared(store: Store, url: str, clock: FixedClock) -> None:
    other = Store.open(url, clock)
    minute = timedelta(minutes=1)
    assert [store.counters.add("c", minute), other.counters.add("c", minute, 3)] == [1, 4]
    assert store.counters.add("d", minute) == 1
    clock.move(minute)
    assert other.counters.add("c", minute) == 1
    clock.move(timedelta(hours=3))
    store.tend()
    with store.database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM counter").scalar() == 0
    other.close()


def test_everything_is_there_after_a_restart(store: Store, url: str, clock: FixedClock) -> None:
    store.live.put([ROW])
    store.gaps.count("error", "t", "x")
    store.close()
    again = Store.open(url, clock)
    assert again.live.get(ROW.key) is not None
    assert again.gaps.total() == 1
    again.close()
