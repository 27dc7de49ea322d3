"""How long shots are, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

STANDS: Final = Fraction(15, 2)
"""Seconds that a picture of a short video may stand at most.

Pictures that draw themselves are at rest for up to two thirds of their shot, and inspection takes a picture
that rests for five seconds for frozen.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """Lengths of shots in seconds: `hook_*` for the first scene, `ideal` is aimed at in the others.

    Words that last too long force longer shots than `longest`, none longer than `stands`.
    """

    shortest: Fraction
    ideal: Fraction
    longest: Fraction
    hook_shortest: Fraction
    hook_ideal: Fraction
    hook_longest: Fraction
    stands: Fraction = STANDS

    def at(self, pace: Fraction) -> Rhythm:
        """The rhythm with every length times `pace`, but no picture stands longer for it."""
        lengths = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "stands"}
        return replace(self, **{name: length * pace for name, length in lengths.items()})
