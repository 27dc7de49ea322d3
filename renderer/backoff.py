"""Exponential backoff with jitter, as a value; the caller does the waiting, on a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

Chance = Callable[[float, float], float]
"""Draws a number from a range: `random.uniform`, or that method of a seeded generator."""

_MOST_DOUBLINGS: Final = 20


class Backoff(Struct, frozen=True, kw_only=True):
    """Pauses between tries in seconds: at most `first` after the first one, at most `longest` after any.

    The bound of a pause doubles with every try that was spent. A pause is drawn between half of its bound and
    all of it, so that callers which failed together do not try again in step.
    """

    first: float
    longest: float

    def ceiling(self, *, tries: int) -> float:
        """The longest pause, in seconds, after `tries` tries (1 or more)."""
        return min(self.longest, self.first * 2.0 ** min(max(tries, 1) - 1, _MOST_DOUBLINGS))

    def pause(self, *, tries: int, chance: Chance) -> float:
        """Draw the pause, in seconds, after `tries` tries."""
        ceiling = self.ceiling(tries=tries)
        return chance(ceiling / 2, ceiling)
