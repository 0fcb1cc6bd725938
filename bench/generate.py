"""Synthetic articles and pastes, for measuring at sizes that no real catalogue has.

Words follow Zipf's law over a vocabulary that grows with the square root of the size (Heaps), as real text
does; twenty articles share each error message and differ in a number, as look-alikes do. The same seed
gives the same.
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.articles.model import Article, Example, Page, Ref, Section
from app.shapes.model import SignatureSource

GROUP = 20
"""Articles that share one error message."""
_COMMON = 3_000
"""Words that every catalogue uses, however small."""
_SYLLABLES = [
    "ba",
    "be",
    "bi",
    "bo",
    "bu",
    "da",
    "de",
    "di",
    "do",
    "du",
    "fa",
    "fe",
    "fi",
    "fo",
    "fu",
    "ga",
    "ge",
    "gi",
    "go",
    "gu",
    "ka",
    "ke",
    "ki",
    "ko",
    "ku",
    "la",
    "le",
    "li",
    "lo",
    "lu",
    "ma",
    "me",
    "mi",
    "mo",
    "mu",
    "na",
    "ne",
    "ni",
    "no",
    "nu",
    "pa",
    "pe",
    "pi",
    "po",
    "pu",
    "ra",
    "re",
    "ri",
    "ro",
    "ru",
    "sa",
    "se",
    "si",
    "so",
    "su",
    "ta",
    "te",
    "ti",
    "to",
    "tu",
    "va",
    "ve",
    "vi",
    "vo",
    "vu",
    "za",
    "ze",
    "zi",
    "zo",
    "zu",
]
_FRAMES = (
    "_call_impl", "_wrapped_call_impl", "forward", "__call__", "decorate_context", "run", "main", "load_model",
    "execute_model", "from_pretrained", "inner_training_loop", "training_step", "compute_loss", "profile_run",
)  # fmt: skip
"""Functions that stand in the stack traces of everything."""
_SOFTWARE = ("vllm", "sglang", "transformers", "pytorch", "numpy", "comfyui")
_KINDS = ("shape", "dtype", "memory", "cuda", "load")


def _word(number: int) -> str:
    """A word of its own for each number."""
    parts = [_SYLLABLES[number % 60]]
    rest = number // 60 + 1
    while rest:
        parts.append(_SYLLABLES[rest % 60])
        rest //= 60
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Words:
    """A vocabulary of which the first words are the most used."""

    weights: Sequence[float]

    @classmethod
    def of(cls, articles: int) -> Words:
        """The vocabulary of a catalogue of this size."""
        size = _COMMON + int(60 * articles**0.5)
        return cls(tuple(accumulate(1 / (rank + 3) for rank in range(size))))

    def draw(self, chance: random.Random, count: int) -> list[str]:
        """`count` words as text uses them."""
        total = self.weights[-1]
        return [_word(bisect(self.weights, chance.random() * total)) for _ in range(count)]


def _own(number: int, what: str) -> str:
    """An identifier that only article or group `number` has."""
    return f"{what}_{_word(number * 7 + 11)}_{_word(number % 977)}"


def _message(group: int, numbers: tuple[int, int], chance: random.Random, words: Words) -> tuple[str, str]:
    """(signature, message) of a group: the wording is the group's, the numbers are the article's."""
    first, second = (" ".join(words.draw(chance, count)) for count in (4, 3))
    name = _own(group, "param")
    width, limit = numbers
    return (
        f"{first} {name} {{blocks}} x {{width}} {second} of size {{blocks*{limit}}}",
        f"{first} {name} 32 x {width} {second} of size {32 * limit}",
    )


def articles(count: int, seed: int = 1) -> Iterator[Article]:
    """`count` articles, one language each."""
    words = Words.of(count)
    for number in range(count):
        yield _article(number, random.Random(f"{seed} {number}"), words, seed)


def _article(number: int, chance: random.Random, words: Words, seed: int) -> Article:
    group = number // GROUP
    signature, message = _message(
        group,
        (576, 576 + number % GROUP),
        random.Random(f"{seed} group {group}"),
        words,
    )
    slug = f"made-{number:06}"
    functions = [_own(number, "fn"), _own(group, "step"), *chance.sample(_FRAMES, 4)]
    title = " ".join([*words.draw(chance, 8), _own(number, "layer")])
    summary = " ".join(words.draw(chance, 20))
    texts = {
        "why": " ".join([*words.draw(chance, 60), _own(number, "fn"), _own(group, "param")]),
        "fix": " ".join(words.draw(chance, 40)),
    }
    sections = tuple(Section(key, key.title(), f"<p>{text}</p>", text) for key, text in texts.items())
    page = Page("en", title, summary, "", sections)
    return Article(
        slug=slug,
        area="made",
        source="en",
        pages={"en": page},
        software=_SOFTWARE[number % len(_SOFTWARE)],
        kind=_KINDS[number % len(_KINDS)],
        signatures=(SignatureSource(signature, "RuntimeError", frames=(functions[0],)),),
        examples=(Example(paste(message, functions, chance, words, 12), "match"),),
        refs=(Ref(f"made/{_SOFTWARE[number % len(_SOFTWARE)]}#{number}", "fix"),),
        updated="2026-01-01",
        digest=hashlib.sha256(f"{seed} {slug}".encode()).hexdigest(),
        name=f"content/made/{slug}",
    )


def paste(message: str, functions: Sequence[str], chance: random.Random, words: Words, lines: int) -> str:
    """A log of about `lines` lines that ends in a traceback with `functions` and `message`."""
    frames = [
        f'  File "/usr/lib/python3/site-packages/{name}.py", line {chance.randrange(900)}, in {name}\n    {name}(x)'
        for name in reversed(functions)
    ]
    logs = [
        f"INFO 02-21 06:30:{at % 60:02} [core.py:{chance.randrange(900)}] {' '.join(words.draw(chance, 9))}"
        for at in range(max(0, lines - 2 * len(frames) - 2))
    ]
    return "\n".join([*logs, "Traceback (most recent call last):", *frames, f"RuntimeError: {message}"])


def pastes(count: int, of: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """`count` pairs (paste of 60 lines, slug of its article) spread over a catalogue of `of` articles."""
    words = Words.of(of)
    for at in range(count):
        chance = random.Random(f"{seed} paste {at}")
        number = chance.randrange(of)
        group = number // GROUP
        _, message = _message(
            group,
            (576, 576 + number % GROUP),
            random.Random(f"{seed} group {group}"),
            words,
        )
        functions = [_own(number, "fn"), _own(group, "step"), *chance.sample(_FRAMES, 10)]
        yield paste(message, functions, chance, words, 60), f"made-{number:06}"
