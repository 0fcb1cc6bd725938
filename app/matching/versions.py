"""Whether a version found in the paste is inside the confirmed range of an article."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from packaging.version import InvalidVersion, Version

from app.articles.model import Affected
from app.matching.model import VersionVerdict
from app.phrase import Phrase

_BUILD = re.compile(r"\d+")


def version_verdict(affected: Iterable[Affected], packages: Mapping[str, str]) -> VersionVerdict | None:
    """The verdict for the first affected package that the paste names; None when the article names none.

    `affected` is None in the verdict where the range does not decide: nothing is guessed beyond the
    confirmed bounds.
    """
    ranges = tuple(affected)
    for confirmed in ranges:
        found = packages.get(confirmed.package)
        if found is not None:
            return _decide(confirmed, found)
    if not ranges:
        return None
    return VersionVerdict(None, Phrase("version.not_in_paste", {"package": ranges[0].package}))


def _decide(confirmed: Affected, found: str) -> VersionVerdict:
    values = {"package": confirmed.package, "found": found}
    version = _comparable(found, confirmed.scheme)
    if version is None:
        return VersionVerdict(None, Phrase("version.unreadable", values))

    def bound(text: str | None) -> Version | None:
        return _comparable(text, confirmed.scheme) if text else None

    fixed, good = bound(confirmed.fixed_in), bound(confirmed.last_good)
    first, last = bound(confirmed.first), bound(confirmed.last_known)
    if fixed is not None and version >= fixed:
        return VersionVerdict(False, Phrase("version.fixed", {**values, "fixed_in": str(confirmed.fixed_in)}))
    if good is not None and version <= good:
        return VersionVerdict(
            False, Phrase("version.before", {**values, "last_good": str(confirmed.last_good)})
        )
    if first is not None and version >= first and (last is None or version <= last or fixed is not None):
        if last is None and fixed is None and version > first:
            return VersionVerdict(
                None, Phrase("version.after_first", {**values, "first": str(confirmed.first)})
            )
        return VersionVerdict(True, Phrase("version.inside", values))
    return VersionVerdict(None, Phrase("version.undecided", values))


def _comparable(text: str, scheme: str) -> Version | None:
    """A version as something that can be ordered; None when it cannot be read.

    `build` and `driver` versions (b4501, 580.159.04) are compared by their numbers.
    """
    if scheme != "pep440":
        parts = _BUILD.findall(text)
        return Version(".".join(parts[:4])) if parts else None
    try:
        return Version(text)
    except InvalidVersion:
        return None
