"""Logs diagnosed by the workers of a Dask cluster (`pip install 'faultbook[cluster]'`).

The workers run the same function as the processes of one machine do. They need Faultbook in the same version, and must
find the logs and the data directory under the same paths as this process does: a shared file system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from distributed import Client, Future, KilledWorker, as_completed
from distributed.client import FutureCancelledError

from app.cli.triage import Sorted, killed, sort_one

BATCH = 16
"""Files in one task: the scheduler needs about a millisecond for each task, a log some milliseconds."""
PATIENCE = 30.0
"""Seconds to wait for the scheduler and for a first worker."""


@dataclass(frozen=True, slots=True)
class ClusterRunner:
    """The cluster whose scheduler listens on this address, e.g. tcp://10.0.0.1:8786."""

    address: str
    patience: float = PATIENCE

    def rows(self, files: Sequence[Path], data: Path) -> Iterator[Sorted]:
        """See Runner. Raises OSError where there is no scheduler or no worker, IndexUnusableError where a worker
        finds no index."""
        named = {str(file.absolute()): str(file) for file in files}
        with Client(self.address, timeout=self.patience, set_as_default=False) as client:
            client.wait_for_workers(1, self.patience)
            for row in _rows(client, [Path(file) for file in named], data.absolute()):
                yield replace(row, file=named[row.file])


def _rows(client: Client, files: Sequence[Path], data: Path) -> Iterator[Sorted]:
    """Every file once. Those of a task whose workers died each time are tried once more, one after another: what
    waits beside a file that kills its worker counts as having died of it too."""
    left: list[Path] = []
    for held, rows in _done(client, files, data, BATCH):
        yield from rows or ()
        left.extend(() if rows else held)
    for file in left:
        for _, rows in _done(client, [file], data, 1):
            yield from rows or (killed(file),)


def _done(
    client: Client, files: Sequence[Path], data: Path, size: int
) -> Iterator[tuple[Sequence[Path], list[Sorted] | None]]:
    """Each batch with its rows, or None where its workers died each time (Dask tries as often as it is
    configured to: `distributed.scheduler.allowed-failures`)."""
    batches = [files[at : at + size] for at in range(0, len(files), size)]
    futures = client.map(sort_batch, batches, data=data, pure=False)
    held = dict(zip(futures, batches, strict=True))
    del futures
    try:
        for future in as_completed(list(held), loop=client.loop):
            yield held.pop(future), _result(future)
    except FutureCancelledError as lost:
        raise OSError("the scheduler of the cluster is gone") from lost


def _result(future: Future[list[Sorted]]) -> list[Sorted] | None:
    try:
        return future.result()
    except KilledWorker:
        return None


def sort_batch(files: Sequence[Path], data: Path) -> list[Sorted]:
    """Every file of a task, in order."""
    return [sort_one(data, file) for file in files]
