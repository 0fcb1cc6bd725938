"""What the pure layers say: a message id and its values, never a sentence.

`app/words.py` holds the English and Chinese sentence of every id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = int | float | str | bool | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing to say: the row of `app/words.py` and the values of its named fields."""

    id: str
    values: Mapping[str, Value] = field(default_factory=dict)
