"""How long shots are, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """Lengths of shots in seconds: `hook_*` for the first scene, `ideal` is aimed at in the others."""

    shortest: Fraction
    ideal: Fraction
    longest: Fraction
    hook_shortest: Fraction
    hook_ideal: Fraction
    hook_longest: Fraction

    def at(self, pace: Fraction) -> Rhythm:
        """The rhythm with every length times `pace`."""
        lengths: dict[str, Fraction] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Rhythm(**{name: length * pace for name, length in lengths.items()})
