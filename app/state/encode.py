"""Values as the text columns hold them: JSON, and phrases as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from app.phrase import Phrase

REFUSED = re.compile("[\\0\\ud800-\\udfff]")


def storable(text: str) -> str:
    """`text` with what a database refuses (NUL, lone surrogates) shown as U+FFFD, its length unchanged."""
    return REFUSED.sub("\ufffd", text)


def dump(value: Mapping[str, object] | None) -> str | None:
    """`value` as compact JSON in ASCII, which every database takes; None stays None."""
    return None if value is None else json.dumps(value, separators=(",", ":"))


def load(text: str | None) -> Mapping[str, object] | None:
    """The object in `text`; None for no text and for text that is no JSON object: that is no answer."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def dump_phrase(phrase: Phrase | None) -> str | None:
    """A phrase as JSON."""
    return None if phrase is None else dump({"id": phrase.id, "values": dict(phrase.values)})


def load_phrase(text: str | None) -> Phrase | None:
    """The phrase in `text`, None where there is none; lists come back as the tuples they were."""
    return phrase_of(load(text))


def phrase_of(value: object) -> Phrase | None:
    """The phrase that a JSON object holds, None where it holds none."""
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return None
    values = value.get("values")
    pairs = values.items() if isinstance(values, dict) else ()
    return Phrase(value["id"], {name: tuple(v) if isinstance(v, list) else v for name, v in pairs})
