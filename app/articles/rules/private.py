"""Rules on what must not be published: people and secrets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from app.articles.model import Problem
from app.articles.rules.view import View
from app.reports.redact import redact

_STAND_IN = re.compile(r"<redacted:(\w{1,30})>")


def private(view: View) -> Iterator[Problem]:
    """No person, path of a person, host or secret in any file of the bundle."""
    for file in view.texts:
        for number, line in view.lines(file):
            cleaned = redact(line)
            if cleaned != line:
                found = Counter(_STAND_IN.findall(cleaned)) - Counter(_STAND_IN.findall(line))
                for kind in sorted(found):
                    yield view.problem(file, number, f"private: {kind}", f"write <redacted:{kind}>")
