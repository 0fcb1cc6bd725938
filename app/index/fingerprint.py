"""What made an index: the code that turns files into rows, and the libraries under it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from app.index.schema import VERSION

_MAKERS = ("text", "shapes", "reports", "articles", "index")
"""Packages of `app` whose code decides what the rows say."""
_LIBRARIES = ("markdown-it-py", "pyyaml", "pydantic")


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """16 hex digits over the schema version, the code and the libraries that rows depend on: an index or a
    cached article made by other code is not used again."""
    total = hashlib.sha256(f"schema {VERSION}\n".encode())
    for package in _MAKERS:
        for source in sorted(files("app").joinpath(package).iterdir(), key=lambda entry: entry.name):
            if source.name.endswith(".py"):
                total.update(f"{package}/{source.name}\0".encode() + source.read_bytes())
    for library in _LIBRARIES:
        total.update(f"{library} {_installed(library)}\n".encode())
    return total.hexdigest()[:16]


def _installed(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "unknown"
