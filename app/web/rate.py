"""A rate as an operator writes it: `60/minute`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

UNITS = {"second": 1, "minute": 60, "hour": 3600}
"""Seconds of each unit. A day is none of them: shared counters live for two hours."""

_FORM = re.compile(r"(?P<amount>[1-9]\d{0,6})/(?P<unit>[a-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in a window of so many seconds."""

    amount: int
    seconds: int

    @property
    def window(self) -> timedelta:
        """Length of the window."""
        return timedelta(seconds=self.seconds)


def read_rate(text: str) -> Rate:
    """The rate that `text` says, e.g. `60/minute`. Raises ValueError with the remedy for any other form."""
    found = _FORM.fullmatch(text.strip())
    if found is None or found["unit"] not in UNITS:
        raise ValueError(f"{text!r} is no rate; write a number, a slash and {', '.join(UNITS)}: 60/minute")
    return Rate(int(found["amount"]), UNITS[found["unit"]])
