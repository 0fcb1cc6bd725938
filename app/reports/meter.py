"""The step budget: parsing stops after so much work, counted and not timed: alike on every machine."""

from __future__ import annotations

CHARACTERS_PER_STEP = 128
"""A long line costs more than a short one: one step a line and one for each so many characters."""


class Meter:
    """Counts the steps of one parse."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.spent = 0

    def charge(self, characters: int) -> bool:
        """True while the budget lasts; adds the cost of one line of so many characters."""
        self.spent += 1 + characters // CHARACTERS_PER_STEP
        return self.spent <= self.budget

    @property
    def exhausted(self) -> bool:
        """Whether the budget ran out."""
        return self.spent > self.budget
