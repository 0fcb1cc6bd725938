"""Word sets weighed by rarity: a shared rare word says more than a shared common one. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

Rarity = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A set of words with the rarity of each, and what comparisons need again and again."""

    weights: Mapping[str, float]
    total: float
    """Sum of the rarities."""
    norm: float
    """Root of the sum of their squares."""


def weigh(words: Iterable[str], rarity: Rarity) -> Weighed:
    """The words with their rarities."""
    weights = {word: rarity(word) for word in words}
    return Weighed(
        weights, sum(weights.values()), math.sqrt(sum(value * value for value in weights.values()))
    )


def rarity_of(frequencies: Mapping[str, int], count: int) -> Rarity:
    """Inverse document frequency, >= 0: of `count` articles so many hold the word (absent: none)."""

    def rarity(word: str) -> float:
        return math.log(1 + count / (1 + frequencies.get(word, 0)))

    return rarity


def cosine(left: Weighed, right: Weighed) -> float:
    """How alike two word sets are, whatever their lengths: 0..1."""
    norms = left.norm * right.norm
    weights = left.weights
    return (
        sum([weights[word] ** 2 for word in weights.keys() & right.weights.keys()]) / norms if norms else 0.0
    )


def overlap(left: Weighed, right: Weighed) -> float:
    """The weight of what both hold in the weight of what either holds: 0..1."""
    weights = left.weights
    shared = sum(map(weights.__getitem__, weights.keys() & right.weights.keys()))
    either = left.total + right.total - shared
    return shared / either if either else 0.0


def coverage(asked: Weighed, held: Collection[str]) -> float:
    """The share of the weight of `asked` that `held` holds: 0..1."""
    if not asked.total:
        return 0.0
    return sum([weight for word, weight in asked.weights.items() if word in held]) / asked.total
