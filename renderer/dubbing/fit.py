"""Fitting spoken lines to their windows, in their order, never one over another.

A line that is too long for its window is spoken faster, as far as speech stays natural. What then still does
not fit runs into the pause behind its window; where there is none, the line after it waits. Lines that the
video leaves no time for are cut off at its end. All of it is said in the `LinePlacement`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.core.timecode import AUDIO_RATE

SLOWEST: Final = 0.92
FASTEST: Final = 1.25
"""Bounds of a line's pace against the voice's own, and of any stretching of what was recorded."""
BREATH_MS: Final = 60
"""Between a line that was late and the one that waited for it."""
_MILLISECOND: Final = AUDIO_RATE // 1000


class LineWindow(Struct, frozen=True, kw_only=True):
    """When a line should be heard, in milliseconds, half-open. Windows come in order and do not overlap."""

    start_ms: int
    end_ms: int


class LineLength(Struct, frozen=True, kw_only=True):
    """Samples (48 kHz) of a line at the voice's own pace, and of its recording, where that was spoken faster.

    Both are 0 for a line with nothing to say.
    """

    natural: int
    recorded: int


class LinePlacement(Struct, frozen=True, kw_only=True):
    """Where a line goes.

    It begins at `start_ms` and lasts `samples`; `tempo` is by how much its recording is played faster for
    that, `rate` the pace against the voice's own. The last `cut` samples are not heard any more.
    """

    start_ms: int
    samples: int
    tempo: float
    rate: float
    cut: int = 0

    @property
    def stop(self) -> int:
        """The sample of the video before which it falls silent."""
        return self.start_ms * _MILLISECOND + self.samples - self.cut


def unhurried(natural: int) -> LineLength:
    """A line that was recorded at the voice's own pace."""
    return LineLength(natural=natural, recorded=natural)


def wanted_rate(window: LineWindow, natural: int) -> float:
    """How much faster than by itself a line must be spoken to fill its window; may lie beyond all bounds."""
    return natural / ((window.end_ms - window.start_ms) * _MILLISECOND)


def fitted(
    windows: Sequence[LineWindow], lengths: Sequence[LineLength], *, end_ms: int
) -> tuple[LinePlacement, ...]:
    """A fit for every line; nothing is heard from `end_ms` on, and no two lines at a time."""
    fits: list[LinePlacement] = []
    free = 0
    for window, length in zip(windows, lengths, strict=True):
        start_ms = _start(window, free)
        fit = _fit(length, start_ms, room=(window.end_ms - start_ms) * _MILLISECOND, end_ms=end_ms)
        fits.append(fit)
        free = max(free, fit.stop) if fit.samples > fit.cut else free  # nobody waits for what is not heard
    return tuple(fits)


def _start(window: LineWindow, free: int) -> int:
    """When the window opens, or after a breath behind the sample before which somebody still speaks."""
    if free <= window.start_ms * _MILLISECOND:
        return window.start_ms
    return math.ceil(free / _MILLISECOND) + BREATH_MS


def _fit(length: LineLength, start_ms: int, *, room: int, end_ms: int) -> LinePlacement:
    if not length.natural:
        return LinePlacement(start_ms=start_ms, samples=0, tempo=1.0, rate=1.0)
    rate = min(max(length.natural / room, 1.0), FASTEST) if room > 0 else FASTEST
    tempo = min(max(length.recorded * rate / length.natural, SLOWEST), FASTEST)
    # rounded down, for a sample less makes it faster than was allowed
    samples = math.ceil(length.recorded / tempo) if tempo != 1.0 else length.recorded
    last = end_ms * _MILLISECOND - start_ms * _MILLISECOND
    return LinePlacement(
        start_ms=start_ms,
        samples=samples,
        tempo=length.recorded / samples,
        rate=length.natural / samples,
        cut=min(max(samples - last, 0), samples),
    )
