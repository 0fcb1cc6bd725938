"""The one normal form in which messages and signatures are compared.

Normal text is for comparing only: what a reader sees is the original, found again through `offsets`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HOLE_FIRST = 0xE000
"""First of the private-use characters that stand for a hole while a signature is brought into normal form."""
HOLES = 256
"""How many such characters there are; more holes than this no signature has."""

_TRANSLATION = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛‹›′`", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "【": "[",
        "】": "]",
        "×": "x",
    }
)
_ACUTE = str.maketrans({"´": "'"})  # NFKC would make a blank and a combining accent of it
_LIST = re.compile(
    rf"(?<=[\[({{])[\d \-,?.NoneuLl'{chr(HOLE_FIRST)}-{chr(HOLE_FIRST + HOLES - 1)}]{{1,4096}}(?=[\])}}])"
)
_COMMA = re.compile(r" ?, ?(?=[^ ])")


@dataclass(frozen=True, slots=True)
class _Pass:
    """One rewriting step: every match of `pattern` becomes what `replace` makes of it."""

    pattern: re.Pattern[str]
    replace: Callable[[str], str]
    signs: tuple[str, ...] = ()
    """In ASCII text, which most of a log is, it matches only where one of these stands; not tried elsewhere."""

    def apply(self, text: str) -> str:
        """`text` rewritten."""
        if text.isascii() and not any(sign in text for sign in self.signs):
            return text
        return self.pattern.sub(lambda match: self.replace(match.group()), text)


def _compatible(run: str) -> str:
    folded = unicodedata.normalize("NFKC", run.translate(_ACUTE))
    return folded.translate(_TRANSLATION)


def _spaced(items: str) -> str:
    return _COMMA.sub(", ", items.strip(" "))


# In this order: a later step relies on the blanks, quotes and commas of the earlier ones.
_PASSES = (
    _Pass(re.compile(r"\r\n?|[\u0085\u2028\u2029]"), lambda _: "\n", ("\r",)),
    _Pass(re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]+"), lambda _: ""),
    _Pass(
        re.compile(r"(?:[^\x00-\x7f]|[A-Za-z](?=[\u0300-\u036f]))[\u0300-\u036f\u3099\u309a]*"),
        _compatible,
    ),
    _Pass(re.compile(r"[`\u00b4]"), lambda _: "'", ("`",)),
    _Pass(re.compile(r"[ \t\x0b\x0c]{2,}|[\t\x0b\x0c]"), lambda _: " ", ("  ", "\t", "\x0b", "\x0c")),
    _Pass(re.compile(r" (?=\n)"), lambda _: "", (" \n",)),
    _Pass(
        re.compile(r"torch\.Size\(\[[^\[\]()\n]{0,4096}\]\)"),
        lambda size: size[len("torch.Size(") : -1],
        ("torch.Size",),
    ),
    _Pass(_LIST, _spaced, ("[", "(", "{")),
)


@dataclass(frozen=True, slots=True)
class Normalised:
    """Normal text with the way back: `offsets[i]` is the position of `text[i]` in the original."""

    text: str
    offsets: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original positions (start, end) of the normal text between `start` and `end`."""
        if start >= end:
            return (self.offsets[start] if start < len(self.offsets) else 0,) * 2
        return self.offsets[start], self.offsets[end - 1] + 1


def normalise(text: str) -> str:
    """`text` in NFKC, quotes and dashes in ASCII, blanks single, `[1,2]` and `torch.Size([1,2])` as `[1, 2]`.

    Lines stay lines; letters keep their case. The result is its own normal form.
    """
    for step in _PASSES:
        text = step.apply(text)
    return text


def normalise_mapped(text: str) -> Normalised:
    """`normalise(text)` with the position in `text` of each of its characters."""
    offsets = list(range(len(text)))
    for step in _PASSES:
        pieces: list[str] = []
        positions: list[int] = []
        done = 0
        for match in step.pattern.finditer(text):
            pieces.append(text[done : match.start()])
            positions.extend(offsets[done : match.start()])
            replacement = step.replace(match.group())
            pieces.append(replacement)
            positions.extend(offsets[match.start() + at] for at in _aligned(match.group(), replacement))
            done = match.end()
        pieces.append(text[done:])
        positions.extend(offsets[done:])
        text, offsets = "".join(pieces), positions
    return Normalised(text, tuple(offsets))


def _aligned(original: str, replacement: str) -> Iterator[int]:
    """For each character of `replacement` the index in `original` that it came from; never decreasing."""
    at = 0
    for character in replacement:
        if character == " " and not original[at].isspace():
            yield at  # a blank that was put in
            continue
        found = original.find(character, at)
        at = found if found >= 0 else at
        yield at
        at = min(at + 1, len(original) - 1)
