"""Fits spoken lines to their windows, in order and without overlaps.

A line too long for its window is spoken faster, as far as speech stays natural. If it still does not fit, it
runs into the pause after its window; where there is no pause, the next line starts later. Lines that would
run past the end of the video are cut off there. `LinePlacement` records all of this.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.core.timecode import AUDIO_RATE

SLOWEST: Final = 0.92
FASTEST: Final = 1.25
"""Bounds of a line's pace relative to the voice's own, and of the time-stretching of its recording."""
BREATH_MS: Final = 60
"""Pause between an overrunning line and the next one, which it delayed."""
_MILLISECOND: Final = AUDIO_RATE // 1000


class LineWindow(Struct, frozen=True, kw_only=True):
    """When a line should be heard, in milliseconds, half-open. Windows come in order and do not overlap."""

    start_ms: int
    end_ms: int


class LineLength(Struct, frozen=True, kw_only=True):
    """Length of a line in samples (48 kHz): at the voice's own pace, and as recorded, which may be faster.

    Both are 0 for a line with nothing to say.
    """

    natural: int
    recorded: int


class LinePlacement(Struct, frozen=True, kw_only=True):
    """Where a line goes.

    The line begins at `start_ms` and lasts `samples`. `tempo` is the factor by which its recording is sped up
    for that, `rate` its pace relative to the voice's own. Its last `cut` samples are cut off.
    """

    start_ms: int
    samples: int
    tempo: float
    rate: float
    cut: int = 0

    @property
    def stop(self) -> int:
        """The sample of the video at which the line ends (exclusive)."""
        return self.start_ms * _MILLISECOND + self.samples - self.cut


def unhurried(natural: int) -> LineLength:
    """The length of a line that was recorded at the voice's own pace."""
    return LineLength(natural=natural, recorded=natural)


def wanted_rate(window: LineWindow, natural: int) -> float:
    """The pace, relative to the voice's own, at which a line fills its window exactly; not bounded."""
    return natural / ((window.end_ms - window.start_ms) * _MILLISECOND)


def fitted(
    windows: Sequence[LineWindow], lengths: Sequence[LineLength], *, end_ms: int
) -> tuple[LinePlacement, ...]:
    """A placement for every line; nothing is heard from `end_ms` on, and no two lines overlap."""
    fits: list[LinePlacement] = []
    free = 0
    for window, length in zip(windows, lengths, strict=True):
        start_ms = _start(window, free)
        fit = _fit(length, start_ms, room=(window.end_ms - start_ms) * _MILLISECOND, end_ms=end_ms)
        fits.append(fit)
        free = max(free, fit.stop) if fit.samples > fit.cut else free  # an inaudible line delays no other
    return tuple(fits)


def _start(window: LineWindow, free: int) -> int:
    """When the window opens or, if a line is still heard until sample `free`, `BREATH_MS` after that."""
    if free <= window.start_ms * _MILLISECOND:
        return window.start_ms
    return math.ceil(free / _MILLISECOND) + BREATH_MS


def _fit(length: LineLength, start_ms: int, *, room: int, end_ms: int) -> LinePlacement:
    if not length.natural:
        return LinePlacement(start_ms=start_ms, samples=0, tempo=1.0, rate=1.0)
    rate = min(max(length.natural / room, 1.0), FASTEST) if room > 0 else FASTEST
    tempo = min(max(length.recorded * rate / length.natural, SLOWEST), FASTEST)
    # rounded up: one sample fewer would play it faster than allowed
    samples = math.ceil(length.recorded / tempo) if tempo != 1.0 else length.recorded
    last = end_ms * _MILLISECOND - start_ms * _MILLISECOND
    return LinePlacement(
        start_ms=start_ms,
        samples=samples,
        tempo=length.recorded / samples,
        rate=length.natural / samples,
        cut=min(max(samples - last, 0), samples),
    )
