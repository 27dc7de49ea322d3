"""The exported picture of a project: its clock, its size, and which part of the source each moment shows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from renderer.media.sources.video.facts import SourceFacts

_USUAL, _FAST = 30, 60
"""Frames per second where the source's own rate is none that can be kept."""
_SLOWEST: Final = 10
_NEAR: Final = Fraction(1, 40)
"""A source's rate is kept, rounded to whole frames, where that changes it by no more than this share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportShape:
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
    """Whole frames per second for a source of `rate`: its own where that is usual, else 30, or 60 above."""
    whole = round(rate)
    if _SLOWEST <= whole <= _FAST and abs(whole - rate) <= _NEAR * rate:
        return whole
    return _USUAL if rate <= _USUAL + 1 else _FAST
