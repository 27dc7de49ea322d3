"""The exported picture of a project: its clock, its size, and which part of the source each moment shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.media.sources.video.facts import SourceFacts

USUAL: Final = (24, 25, 30, 48, 50, 60)
_NEAR: Final = Fraction(1, 40)
"""A rate counts as a usual one if that changes it by no more than this share."""
_EXACT: Final = Fraction(1, 5000)
_SLOWEST, _FASTEST = 10, 60


class ExportShape(Struct, frozen=True, kw_only=True):
    """Frames and frames per second of an export; it lasts as long as its source, in whole frames."""

    frame_count: int
    fps: int

    @property
    def duration(self) -> Fraction:
        """Seconds."""
        return Fraction(self.frame_count, self.fps)


def export_shape(facts: SourceFacts) -> ExportShape:
    """The clock of an export of this source."""
    fps = export_rate(facts.mean_rate)
    return ExportShape(frame_count=facts.frame_count(fps), fps=fps)


def export_rate(rate: Fraction) -> int:
    """Whole frames per second for a source of this mean `rate`.

    A usual rate is kept, and any other that is whole. Other rates mean frames at irregular times: at 60 a
    second, none of them is more than a sixtieth of a second late.
    """
    usual = min(USUAL, key=lambda one: abs(one - rate))
    if abs(usual - rate) <= _NEAR * rate:
        return usual
    whole = round(rate)
    regular = _SLOWEST <= whole <= _FASTEST and abs(whole - rate) <= _EXACT * rate
    return whole if regular else _FASTEST
