"""How long to wait before the next try, as a value: whoever waits decides by it, on a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

Chance = Callable[[float, float], float]
"""Draws from a range: `random.uniform`, or the same of a seeded generator."""

_MOST_DOUBLINGS: Final = 20


class Backoff(Struct, frozen=True, kw_only=True):
    """The longest pause after the first try, and the longest of all; seconds.

    A pause doubles with every try that was spent, and is drawn from its upper half, so that those who failed
    together do not come back in step.
    """

    first: float
    longest: float

    def ceiling(self, *, tries: int) -> float:
        """The longest pause, in seconds, after so many tries (1 or more)."""
        return min(self.longest, self.first * 2.0 ** min(max(tries, 1) - 1, _MOST_DOUBLINGS))

    def pause(self, *, tries: int, chance: Chance) -> float:
        """The pause in seconds after so many tries."""
        ceiling = self.ceiling(tries=tries)
        return chance(ceiling / 2, ceiling)
