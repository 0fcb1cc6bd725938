"""What can be wrong with the index, each with what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Self


class IndexUnusableError(Exception):
    """The index cannot be used; the message names the place, the reason and the remedy."""

    def __init__(self, where: Path, reason: str, remedy: str) -> None:
        super().__init__(f"{where}: {reason}; {remedy}")
        self.where = where
        self.reason = reason
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[Self], tuple[Path, str, str]]:
        """How it travels between processes: made again from its parts."""
        return type(self), (self.where, self.reason, self.remedy)


class IndexMissing(IndexUnusableError):  # noqa: N818 -- the name says what is the case
    """No index has been built in this directory."""


class IndexDamaged(IndexUnusableError):  # noqa: N818 -- the name says what is the case
    """The index file is not what was built: it must be built again."""


class BuildFailed(IndexUnusableError):  # noqa: N818 -- the name says what is the case
    """The new index could not be written; the old one still serves."""
