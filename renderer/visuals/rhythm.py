"""The lengths of shots, as a value."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

STANDS: Final = Fraction(15, 2)
"""Maximum seconds for which one picture of a short video may be shown.

Pictures that draw themselves are at rest for up to two thirds of their shot, and inspection reports a picture
that rests for five seconds as frozen.
"""


class Rhythm(Struct, frozen=True, kw_only=True):
    """Lengths of shots in seconds: `hook_*` for the first scene, the others for the rest, aiming at `ideal`.

    Words that last too long force shots longer than `longest`, but none longer than `stands`.
    """

    shortest: Fraction
    ideal: Fraction
    longest: Fraction
    hook_shortest: Fraction
    hook_ideal: Fraction
    hook_longest: Fraction
    stands: Fraction = STANDS

    def at(self, pace: Fraction) -> Rhythm:
        """The rhythm with every length multiplied by `pace`, but with `stands` unchanged."""
        lengths = {name: getattr(self, name) for name in self.__struct_fields__ if name != "stands"}
        return replace(self, **{name: length * pace for name, length in lengths.items()})
