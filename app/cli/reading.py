"""A log of any size, read for a command: whole when it is small, else only the parts worth parsing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import click

from app.reports.model import Report
from app.reports.parse import WHOLE, parse_log, parse_text
from app.reports.windows import CHUNK

PROGRESS_FROM = 32 * 1024 * 1024
"""Files from this size show progress on a terminal."""
TOLD_EVERY = 16 * 1024 * 1024
"""Bytes between two signs of progress where the end is not known."""

Told = Callable[[int], None]
"""Is told the number of bytes read so far."""


def read_log(file: BinaryIO, told: Told | None = None) -> Report:
    """The report of a log, in memory that does not grow with it. Raises OSError where it cannot be read."""
    head = file.read(WHOLE + 1)
    if len(head) <= WHOLE:
        return parse_text(head)
    rest = iter(lambda: file.read(CHUNK), b"")
    return parse_log(chain((head,), rest), progress=told)


@contextmanager
def progress(file: BinaryIO) -> Iterator[Told | None]:
    """What tells a person at a terminal how far the reading is; None where nobody watches or little is read."""
    size = _size(file)
    if not sys.stderr.isatty() or 0 < size < PROGRESS_FROM:
        yield None
    elif size:
        with click.progressbar(length=size, label="reading", file=sys.stderr) as bar:
            yield lambda read: bar.update(read - bar.pos)
    else:
        yield _count
        click.echo("\r\033[K", nl=False, err=True)


def _count(read: int) -> None:
    """Tells now and then how much came through a pipe."""
    if read % TOLD_EVERY < CHUNK:
        click.echo(f"\rread {read // 2**20} MiB", nl=False, err=True)


def _size(file: BinaryIO) -> int:
    """Bytes of a file; 0 for a pipe."""
    try:
        return Path(file.name).stat().st_size
    except (OSError, TypeError, AttributeError):
        return 0
