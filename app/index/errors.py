"""What can be wrong with the index, each with what to do."""

from __future__ import annotations

from pathlib import Path


class IndexFault(Exception):
    """The index cannot be used; the message names the place, the reason and the remedy."""

    def __init__(self, where: Path, reason: str, remedy: str) -> None:
        super().__init__(f"{where}: {reason}; {remedy}")
        self.where = where
        self.reason = reason
        self.remedy = remedy


class IndexMissing(IndexFault):
    """No index has been built in this directory."""


class IndexDamaged(IndexFault):
    """The index file is not what was built: it must be built again."""


class BuildFailed(IndexFault):
    """The new index could not be written; the old one still serves."""
