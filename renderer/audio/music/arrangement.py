"""The form of a piece: bars that end exactly on the last word, sections that follow the scenes. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

BEATS_PER_BAR: Final = 4

_FORMS: Final[dict[int, tuple[float, ...]]] = {
    1: (0.75,),
    2: (0.5, 0.9),
    3: (0.45, 0.7, 1.0),
    4: (0.45, 0.75, 0.5, 1.0),
    5: (0.4, 0.65, 0.85, 0.5, 1.0),
}
"""Intensity of the sections after the intro, by their number: build, lift, breathe, lift."""

_ROUND: Final = (0.45, 0.65, 0.85, 0.4, 0.7)
"""Intensities that long pieces cycle through before the last lift."""

_INTRO: Final = 0.2
_BARS_WITH_INTRO: Final = 5
_BARS_WITH_LONG_SECTIONS: Final = 40


class Grid(Struct, frozen=True, kw_only=True):
    """`bars` bars of four beats, `beat` seconds each; the last bar ends at `end` seconds.

    When the beats do not fill whole bars, the first bar begins before 0: a pick-up.
    """

    beat: float
    bars: int
    end: float

    def bar(self, index: int) -> float:
        """Seconds at which bar `index` begins."""
        return self.end - (self.bars - index) * BEATS_PER_BAR * self.beat

    @property
    def bar_seconds(self) -> float:
        """Length of a bar."""
        return BEATS_PER_BAR * self.beat


class Section(Struct, frozen=True, kw_only=True):
    """Bars [first, first + bars) at one intensity in [0, 1]."""

    first: int
    bars: int
    intensity: float


def grid(tempo: float, end: Fraction) -> Grid:
    """The grid nearest to `tempo` (beats per minute) with whole beats until `end` seconds (> 0)."""
    beats = max(1, math.floor(float(end) * tempo / 60.0 + 0.5))
    return Grid(beat=float(end) / beats, bars=math.ceil(beats / BEATS_PER_BAR), end=float(end))


def sections(form: Grid, accents: Sequence[Fraction]) -> tuple[Section, ...]:
    """Intro, then sections of about four bars (eight in long pieces) that change where scenes do.

    A border moves by up to one bar to meet the nearest accent (seconds); sections tile all bars.
    """
    intro = min(2, form.bars // 6) if form.bars >= _BARS_WITH_INTRO else 0
    body = form.bars - intro
    length = 4 if form.bars < _BARS_WITH_LONG_SECTIONS else 8
    count = max(1, math.floor(body / length + 0.5))
    nominal = [intro + round(body * place / count) for place in range(1, count)]
    inner = [_snapped(border, form, accents) for border in nominal]
    borders = sorted({intro, *inner, form.bars})
    levels = _intensities(len(borders) - 1)
    opening = [Section(first=0, bars=intro, intensity=_INTRO)] if intro else []
    return tuple(opening) + tuple(
        Section(first=first, bars=last - first, intensity=level)
        for first, last, level in zip(borders, borders[1:], levels, strict=False)
    )


def _snapped(border: int, form: Grid, accents: Sequence[Fraction]) -> int:
    near = [bar for bar in (border - 1, border, border + 1) if 0 < bar < form.bars]
    reach = form.bar_seconds / 2.0

    def distance(bar: int) -> float:
        return min([abs(form.bar(bar) - float(accent)) for accent in accents], default=reach)

    return min(near, key=lambda bar: (min(distance(bar), reach), abs(bar - border)), default=border)


def _intensities(count: int) -> tuple[float, ...]:
    if count in _FORMS:
        return _FORMS[count]
    return (*(_ROUND[place % len(_ROUND)] for place in range(count - 1)), 1.0)
