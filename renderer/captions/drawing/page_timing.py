"""When the pages of a track are shown, and what of them decides pixels; nothing is drawn."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from renderer.captions.drawing.animation import flicker_pages, moving_pages
from renderer.captions.layout.page_geometry import power_word
from renderer.captions.style.schema import Style
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import ZERO, frame_time, nearest_frames


def opens(page: Page) -> bool:
    """Whether a page stands from the first frame of the video."""
    return page.span.start == ZERO


class PageTiming:
    """The pages of a track on frames.

    `powers` counts the power words before each page; `flickers` and `moves` say which pages may flicker and
    come in with movement.
    """

    def __init__(self, track: CaptionTrack, *, fps: int, style: Style) -> None:
        self._track = track
        self._fps = fps
        self._style = style
        self._shown = [nearest_frames(page.span, fps) for page in track.pages]
        self._starts = [frames.start for frames in self._shown]
        spans = [page.span for page in track.pages]
        self.flickers, self.moves = flicker_pages(spans), moving_pages(spans)
        powers = (
            sum(power_word(style, word) for line in page.lines for word in line.words) for page in track.pages
        )
        self.powers = list(accumulate(powers, initial=0))

    def page_at(self, frame: int) -> int | None:
        """Number of the page on screen at a frame; None between pages."""
        number = bisect_right(self._starts, frame) - 1
        return number if number >= 0 and frame in self._shown[number] else None

    def content(self, frames: range) -> tuple[object, ...]:
        """What decides the pixels of the captions on `frames`, with times from the first of them.

        Equal for equal captions, wherever in the video they stand and whatever comes before or after them.
        """
        origin = frame_time(frames.start, self._fps)
        shown = (
            number
            for number, on_screen in enumerate(self._shown)
            if on_screen.start < frames.stop and frames.start < on_screen.stop
        )
        return tuple(self._page_content(number, origin) for number in shown)

    def _page_content(self, number: int, origin: Fraction) -> tuple[object, ...]:
        page, style = self._track.pages[number], self._style
        words = [word for line in page.lines for word in line.words]
        return (
            replace(page, span=page.span.shifted(-origin), lines=(), contrast=0.0),
            [len(line.words) for line in page.lines],
            [replace(word, span=word.span.shifted(-origin), index=0) for word in words],
            number % math.lcm(2, len(style.palette) or 1),
            self.powers[number] % (len(style.power.colours) or 1),
            self.flickers[number],
            self.moves[number],
            opens(page),
            origin if style.ground.pulse else 0,
        )
