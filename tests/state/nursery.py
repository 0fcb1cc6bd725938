"""Writers that can be killed: one process loads the program, every writer is a fork of it.

Run as `python -m tests.state.nursery URL`; each line on standard input is a first number, each starts a writer.
A writer prints `pid N`, then every number whose row is acknowledged, until it is killed.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

from app.state.model import LiveRow
from app.state.store import Store


def write_for_ever(url: str, first: int) -> None:
    """Write rows and reports, and say which are acknowledged."""
    os.write(1, f"pid {os.getpid()}\n".encode())
    store = Store.open(url)
    for number in range(first, first + 10**6):
        store.live.put([LiveRow(f"k{number}", {"n": number})])
        store.reports.share(f"report {number}", "en", timedelta(days=1))
        os.write(1, f"{number}\n".encode())


def main(url: str) -> None:
    """Fork a writer for each line."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                write_for_ever(url, int(line))
            finally:
                os._exit(1)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1])
