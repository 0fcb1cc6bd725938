"""Joins the lines that a terminal cut at its width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, pairwise

from app.reports.alarm import alarm
from app.reports.prefixes import has_prefix

SAMPLE = 400
"""Lines read ahead to find the width at which a terminal wrapped."""
COMMON_WIDTHS = frozenset({79, 80, 100, 120, 132})
"""Terminal widths at which few full lines are proof enough; any other width needs more."""
MAX_JOINED = 16_384
LONGEST_WORD = 24
"""Characters that a line broken at blanks may be shorter than the longest."""
ALIKE = 16
"""Characters with which lines of one kind begin alike."""

_FINISHED = re.compile(r"(?:, in [\w<>.]{1,120}|[.:;!?)}\"'`>。]|\.{3})$")
"""How a line ends that stands for itself, though it is as long as the terminal is wide."""
_FRAME_END = re.compile(r"line \d{1,9}, in [\w<>.]{1,120}$")
_BEGINS = re.compile(
    r"$|\s*Traceback \(|\s*File \"|During handling|The above exc|Caused by"
    r"|[\w.]{1,120}(?:Error|Exception)(?:: |$)"
    r"|[╭╰│┃^~`]|```|size mismatch for |\s*[~^]+$"
)
"""How something new begins, whatever came before."""
_MAY_BEGIN = re.compile(r"\s{2,}|\t|[+|>$#(]|\w{2,40}: |[-*] ")
_CUT = (" ", ",", "(", "[", "{", "=", "-", "_", "/")
"""How no whole line ends."""
_RESUMES = re.compile(r"[a-z0-9,.;:)\]}'\"/_]")


def _goes_on(above: str, text: str) -> bool:
    """Whether the line can be the rest of a line that fills the terminal."""
    if _BEGINS.match(text) or has_prefix(text) or _FRAME_END.search(above):
        return False
    if text[:ALIKE] == above[:ALIKE]:  # the next of a list of such lines
        return False
    return (
        above.endswith(_CUT)
        or _in_mid_word(above, text)
        or not _MAY_BEGIN.match(text)
        or _open_bracket(above)
    )


def _in_mid_word(above: str, text: str) -> bool:
    return above[-1:].isalnum() and (text[:1].islower() or text[:1] in "([")


def _open_bracket(text: str) -> bool:
    opened = sum(map(text.count, "([{"))
    return opened > sum(map(text.count, ")]}")) or text.count('"') % 2 == 1


def _by_words(texts: list[str], longest: int) -> bool:
    """Whether lines a word shorter than the longest go on too: an editor broke them at blanks, no terminal did."""
    return any(
        longest - LONGEST_WORD <= len(text) < longest and _in_mid_word(text, following)
        for text, following in pairwise(texts)
    )


def _wrap_width(texts: list[str]) -> int | None:
    """The width at which lines were cut: no line is longer, and lines of that length go on in the next."""
    longest = max(map(len, texts), default=0)
    full = [at for at, text in enumerate(texts[:-1]) if len(text) == longest]
    if not 60 <= longest <= 400 or not full:
        return None
    unfinished = [at for at in full if not _FINISHED.search(texts[at]) or _RESUMES.match(texts[at + 1])]
    going_on = sum(1 for at in full if _goes_on(texts[at], texts[at + 1]))
    if longest == 80 or (longest in COMMON_WIDTHS and (len(full) > 1 or alarm(texts[full[0]]))):
        return longest if unfinished and going_on * 2 >= len(full) else None
    if len(full) > 1 and all(_in_mid_word(texts[at], texts[at + 1]) for at in full):
        return longest if any(alarm(texts[at]) for at in full) and not _by_words(texts, longest) else None
    return longest if len(unfinished) >= 3 and going_on * 3 >= len(full) * 2 else None


def unwrap(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Joins lines that a terminal cut at its width, in mid-word too; the number is that of the first part."""
    head = list(islice(lines, SAMPLE))
    width = _wrap_width([text for _, text in head])
    everything = chain(head, lines)
    if width is None:
        yield from everything
        return
    held: tuple[int, str] | None = None
    last = 0
    for number, text in everything:
        if held and last == width and len(held[1]) < MAX_JOINED and _goes_on(held[1], text):
            held = (held[0], held[1] + text)
        else:
            if held:
                yield held
            held = (number, text)
        last = len(text)
    if held:
        yield held
