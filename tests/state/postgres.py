"""A real PostgreSQL in a folder of its own, started and stopped by the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql")
USER = "postgres"


class PostgresMissingError(RuntimeError):
    """There is no PostgreSQL here; the text says what to install."""


def binaries() -> Path:
    """The folder of initdb and pg_ctl. Raises PostgresMissingError."""
    found = sorted(BINARIES.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not found:
        raise PostgresMissingError("the state tests need PostgreSQL: apt-get install postgresql")
    return found[-1].parent


@dataclass
class Cluster:
    """One server; it listens on a socket in its own folder and nowhere else."""

    folder: Path
    port: int = 5432

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.folder / "data"

    @property
    def url(self) -> str:
        """The address of the test database."""
        return f"postgresql://{USER}@/faultbook?host={self.folder}&port={self.port}"

    def run(self, program: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs, as its own user where we are root."""
        command = [str(binaries() / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        return subprocess.run(command, check=check, capture_output=True, text=True, cwd="/", timeout=60)

    def start(self) -> None:
        """Start and wait until it answers."""
        options = f"-k {self.folder} -p {self.port} -c listen_addresses='' -c fsync=on"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop: `fast`, or `immediate` for a crash."""
        self.run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop", check=False)

    def sql(self, text: str, database: str = "faultbook") -> str:
        """Run SQL; returns what psql prints."""
        arguments = ("-h", str(self.folder), "-p", str(self.port), "-U", USER, "-d", database, "-Atc", text)
        return self.run("psql", *arguments).stdout.strip()

    def create(self) -> None:
        """Make the cluster and its database."""
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.sql("CREATE DATABASE faultbook", "postgres")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running cluster, gone at the end. Raises PostgresMissingError."""
    binaries()
    folder = Path(tempfile.mkdtemp(prefix="faultbook-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER, USER)
    made = Cluster(folder)
    try:
        made.create()
        yield made
    finally:
        made.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
