"""The store is away, full, read-only, damaged, too new, or killed: nothing acknowledged is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import IO

import pytest

from app.live.config import LiveConfig
from app.live.view import LiveView
from app.state.clock import FixedClock
from app.state.errors import SchemaTooNewError, StateDownError, StateError
from app.state.model import Health, LiveRow
from app.state.store import Store
from tests.state.postgres import Cluster, cluster

ROOT_COMMAND = "full and read-only disks are small mounts: run the tests as root"


def _reason(store: Store) -> str:
    return store.status.reason.id if store.status.reason else ""


AWAY = [
    ("postgresql://nobody@127.0.0.1:9/nothing", "state.unreachable"),
    ("postgresql://nobody@/nothing?host=/nowhere", "state.unreachable"),
    ("/nowhere/at/all/state.sqlite", "state.cannot_open"),
]


@pytest.mark.parametrize(("address", "reason"), AWAY)
def test_a_store_that_is_away_at_the_start(address: str, reason: str, clock: FixedClock) -> None:
    store = Store.open(address, clock)
    assert (store.status.health, _reason(store)) == (Health.DOWN, reason)
    store.gaps.count("error", "t", "x")
    assert store.tend().health is Health.DOWN
    view = LiveView(store, clock, LiveConfig())
    view.sync()
    assert view.change("a/b#1").source == "known"
    for call in (lambda: store.live.put([LiveRow("a")]), lambda: store.reports.get("x"), store.votes.tallies):
        with pytest.raises(StateDownError):
            call()
    store.close()


@pytest.mark.parametrize("address", ["mysql://x/y", "oracle://x"])
def test_another_database_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="SQLite or PostgreSQL"):
        Store.open(address)


def test_a_password_is_in_no_message(clock: FixedClock, caplog: pytest.LogCaptureFixture) -> None:
    store = Store.open("postgresql://u:hunter2@127.0.0.1:9/nothing", clock)
    assert "hunter2" not in f"{store.status} {caplog.text}"


def test_postgresql_stops_and_comes_back(clock: FixedClock) -> None:
    with cluster() as server:
        store = Store.open(server.url, clock)
        store.live.put([LiveRow("change:a/b#1", {"state": "open", "title": "Kept"})])
        view = LiveView(store, clock, LiveConfig())
        view.sync()
        server.stop("immediate")
        for _view in range(3):
            view.change("a/b#1")
            view.sync()
        store.gaps.count("error", "t", "x")
        assert store.tend().health is Health.DOWN
        assert view.change("a/b#1").title == "Kept"
        with pytest.raises(StateDownError):
            store.votes.cast("slug", "v", helpful=True)
        server.start()
        assert store.tend().health is Health.OK
        view.sync()
        assert [gap.count for gap in store.gaps.top()] == [1]
        row = store.live.get("change:a/b#1")
        assert row is not None
        assert row.viewed_at is not None
        store.close()


def test_postgresql_starts_later_than_we_do(clock: FixedClock) -> None:
    with cluster() as server:
        server.stop()
        store = Store.open(server.url, clock)
        assert store.status.health is Health.DOWN
        server.start()
        assert store.tend().health is Health.OK
        store.votes.cast("slug", "v", helpful=True)
        store.close()


def test_while_it_is_down_nobody_waits(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of a store that is down does not even try: no connection is opened."""
    store = Store.open("postgresql://nobody@127.0.0.1:9/nothing", clock)
    store.database.engine.dispose()
    for _call in range(1000):
        with pytest.raises(StateDownError):
            store.live.get("x")
    assert store.database.engine.pool.status().startswith("Pool size: 5  Connections in pool: 0")
    store.close()


def test_postgresql_fails_over_to_a_replica(clock: FixedClock) -> None:
    with cluster() as primary:
        replica = Cluster(primary.folder, port=5433)
        data = primary.folder / "replica"
        primary.run(
            "pg_basebackup",
            "-c",
            "fast",
            "-h",
            str(primary.folder),
            "-p",
            "5432",
            "-U",
            "postgres",
            "-D",
            str(data),
            "-R",
        )
        address = f"-k {primary.folder} -p 5433 -c listen_addresses=''"
        log = str(primary.folder / "log2")
        primary.run("pg_ctl", "-D", str(data), "-w", "-l", log, "-o", address, "start")
        host = primary.folder
        url = f"postgresql://postgres@/faultbook?host={host}:5432&host={host}:5433&target_session_attrs=read-write"
        try:
            store = Store.open(url, clock)
            store.votes.cast("slug", "before", helpful=True)
            _caught_up(primary, replica)
            primary.stop("immediate")
            with pytest.raises(StateDownError):
                store.votes.cast("slug", "during", helpful=True)
            primary.run("pg_ctl", "-D", str(data), "-w", "promote")
            assert store.tend().health is Health.OK
            store.votes.cast("slug", "after", helpful=True)
            assert store.votes.tally("slug").up == 2
            store.close()
        finally:
            primary.run("pg_ctl", "-D", str(data), "-m", "immediate", "stop", check=False)


def _caught_up(primary: Cluster, replica: Cluster) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        written = primary.sql("SELECT pg_current_wal_lsn()")
        if replica.sql(f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn", "postgres") == "t":
            return
        time.sleep(0.05)
    raise AssertionError("the replica does not follow")


@contextmanager
def _disk(folder: Path, size: str) -> Iterator[Path]:
    """A small file system of its own."""
    if os.geteuid() != 0:
        pytest.fail(ROOT_COMMAND)
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk(tmp_path: Path, clock: FixedClock) -> None:
    with _disk(tmp_path / "disk", "2m") as disk:
        store = Store.open(str(disk / "state.sqlite"), clock)
        store.votes.cast("slug", "a", helpful=True)
        filler = disk / "filler"
        with pytest.raises(OSError, match="space"), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        with pytest.raises(StateDownError):
            for _report in range(200):
                store.reports.share("x" * 20_000, "en", timedelta(days=1))
        assert (store.status.health, _reason(store)) == (Health.DEGRADED, "state.disk_full")
        assert store.votes.tally("slug").up == 1
        filler.unlink()
        store.votes.cast("slug", "b", helpful=True)
        assert store.status.health is Health.OK
        store.close()
        assert _check(disk / "state.sqlite") == "ok"


def test_a_disk_that_turns_read_only(tmp_path: Path, clock: FixedClock) -> None:
    with _disk(tmp_path / "disk", "4m") as disk:
        store = Store.open(str(disk / "state.sqlite"), clock)
        store.votes.cast("slug", "a", helpful=True)
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        store = Store.open(str(disk / "state.sqlite"), clock)
        store.gaps.count("error", "t", "x")
        store.tend()
        assert store.status.health in {Health.DEGRADED, Health.DOWN}
        with pytest.raises(StateDownError):
            store.votes.cast("slug", "b", helpful=True)
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        store.tend()
        store.votes.cast("slug", "b", helpful=True)
        assert (store.status.health, store.votes.tally("slug").up) == (Health.OK, 2)
        assert [gap.count for gap in store.gaps.top()] == [1]
        store.close()


@pytest.mark.parametrize("how", ["no database", "first page", "middle"])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, clock: FixedClock, how: str) -> None:
    path = tmp_path / "state.sqlite"
    store = Store.open(str(path), clock)
    for number in range(50):
        store.live.put([LiveRow(f"k{number}", {"text": "x" * 3000})])
    store.close()
    data = bytearray(path.read_bytes())
    spots = {"no database": (0, 4096), "first page": (20, 3000), "middle": (4096, len(data) - 8192)}
    start, length = spots[how]
    data[start : start + length] = b"\xa5" * length
    path.write_bytes(bytes(data))
    store = Store.open(str(path), clock)
    with pytest.raises(StateDownError):
        store.live.changed_since(None)
    assert (store.status.health, _reason(store)) == (Health.DOWN, "state.damaged")
    store.tend()
    assert path.stat().st_size == len(data)
    store.close()


def test_a_newer_schema_is_refused(url: str, clock: FixedClock) -> None:
    store = Store.open(url, clock)
    store.votes.cast("slug", "a", helpful=True)
    with store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(SchemaTooNewError) as raised:
        Store.open(url, clock)
    assert raised.value.reason.values == {"revision": "9999"}


def test_votes_of_the_first_schema_stay(url: str, clock: FixedClock) -> None:
    store = Store.open(url, clock)
    store.votes.cast("slug", "a", helpful=True)
    with store.database.write() as session:
        for step in ("ALTER TABLE vote DROP COLUMN text", "UPDATE alembic_version SET version_num = '0001'"):
            session.connection().exec_driver_sql(step)
    store.close()
    store = Store.open(url, clock)
    assert (store.votes.tally("slug").up, store.votes.remarks()) == (1, ())
    store.votes.cast("slug", "a", helpful=False, text="what is missing")
    assert [remark.text for remark in store.votes.remarks()] == ["what is missing"]
    store.close()


def _open(url: str, gate: Barrier, told: SimpleQueue[str]) -> None:
    gate.wait()
    told.put(Store.open(url).status.health.value)


def test_many_processes_migrate_at_once(url: str) -> None:
    forking = multiprocessing.get_context("fork")
    gate, told = forking.Barrier(4), forking.SimpleQueue()
    processes = [forking.Process(target=_open, args=(url, gate, told)) for _ in range(4)]
    for process in processes:
        process.start()
    assert [told.get() for _ in processes] == ["ok"] * 4
    for process in processes:
        process.join()


def test_an_interrupted_migration_leaves_nothing(url: str, clock: FixedClock) -> None:
    """The schema and its version come in one transaction: a second start finds all or nothing."""
    code = "\n".join(
        [
            "import os, sys",
            "from alembic import op",
            "create = op.create_index",
            "def die(*a, **k):",
            "    os._exit(9) if a[0] == 'ix_gap_count' else create(*a, **k)",
            "op.create_index = die",
            "from app.state.store import Store",
            "Store.open(sys.argv[1])",
        ]
    )
    assert subprocess.run([sys.executable, "-c", code, url], check=False).returncode == 9
    store = Store.open(url, clock)
    assert store.status.health is Health.OK
    store.votes.cast("slug", "a", helpful=True)
    store.close()


@contextmanager
def _nursery(url: str) -> Iterator[Callable[[int], tuple[int, IO[str]]]]:
    """Starts writers: first number -> (pid, its output)."""
    command = [sys.executable, "-m", "tests.state.nursery", url]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    stdin, stdout = process.stdin, process.stdout

    def start(first: int) -> tuple[int, IO[str]]:
        stdin.write(f"{first}\n")
        stdin.flush()
        line = stdout.readline()
        while not line.startswith("pid "):  # the last words of the writer before
            line = stdout.readline()
        return int(line.split()[1]), stdout

    try:
        yield start
    finally:
        stdin.close()
        process.kill()
        process.wait()
        stdout.close()


KILLS = int(os.environ.get("TORTURE_KILLS", "20"))


def test_kill_9_loses_nothing_that_was_acknowledged(url: str, clock: FixedClock) -> None:
    """Kills in the middle of writes; every number that was printed is there afterwards."""
    Store.open(url, clock).close()
    acknowledged: set[int] = set()
    with _nursery(url) as start:
        for kill in range(KILLS):
            pid, output = start(kill * 10_000)
            for _row in range(3 + kill % 5):
                acknowledged.add(int(output.readline()))
            time.sleep(0.001 * (kill % 7))
            os.kill(pid, signal.SIGKILL)
    store = Store.open(url, clock)
    stored = {int(row.key[1:]) for row in store.live.changed_since(None)}
    with store.database.read() as session:
        reports = session.connection().exec_driver_sql("SELECT text FROM report").scalars().all()
    assert len(acknowledged) >= 3 * KILLS
    assert acknowledged <= stored
    assert {f"report {number}" for number in acknowledged} <= set(reports)
    store.close()
    if not url.startswith("postgresql"):
        assert _check(Path(url)) == "ok"


def test_a_backup_is_whole_while_others_write(tmp_path: Path, clock: FixedClock) -> None:
    path = tmp_path / "state.sqlite"
    store = Store.open(str(path), clock)
    store.live.put(LiveRow(f"k{number}", {"n": number}) for number in range(500))
    store.gaps.count("error", "t", "x")
    with _nursery(str(path)) as start:
        pid, output = start(1_000_000)
        output.readline()
        target = store.backup(tmp_path / "backup.sqlite")
        os.kill(pid, signal.SIGKILL)
    assert _check(target) == "ok"
    restored = Store.open(str(target), clock)
    assert len(restored.live.changed_since(None)) >= 500
    assert restored.gaps.total() == 1
    assert sorted(p.name for p in tmp_path.glob("*backup*")) == [
        "backup.sqlite",
        "backup.sqlite-shm",
        "backup.sqlite-wal",
    ]
    restored.close()
    store.close()


def test_a_backup_that_cannot_be_written_says_so(tmp_path: Path, clock: FixedClock) -> None:
    store = Store.open(str(tmp_path / "state.sqlite"), clock)
    with pytest.raises(StateError) as raised:
        store.backup(tmp_path / "nowhere" / "backup.sqlite")
    assert raised.value.reason.id == "state.backup_failed"
    store.close()


def test_postgresql_is_backed_up_by_its_own_tool(postgres: Cluster, tmp_path: Path) -> None:
    store = Store.open(postgres.url)
    with pytest.raises(StateError) as raised:
        store.backup(tmp_path / "backup")
    assert raised.value.reason.id == "state.backup_postgresql"
    store.close()


def _check(path: Path) -> str:
    with sqlite3.connect(path) as connection:
        verdict: str = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return verdict
