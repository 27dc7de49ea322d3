"""A caption track as sprites for every frame."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from typing import Final

from renderer.captions.drawing.animation import LIVELY_WORD, flicker_pages, moving_pages
from renderer.captions.drawing.page_frame import PageMoment, page_frame
from renderer.captions.drawing.page_sprites import PageFacts, PageSprites
from renderer.captions.layout.geometry import lay_page, power_word
from renderer.captions.layout.lettering import lettering
from renderer.captions.layout.safe_area import Frame
from renderer.captions.style.schema import Style
from renderer.captions.style.style_files import load_style
from renderer.compositor.sprite import PlacedSprite
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import ZERO, frame_time, nearest_frame, nearest_frames

KEPT_PAGES: Final = 2
"""Painted pages kept: the one on screen and its predecessor; memory does not grow with the video."""


def open_captions(
    track: CaptionTrack, *, width: int, height: int, fps: int, style: Style | None = None
) -> CaptionOverlay:
    """The captions of a track for a frame size and rate; `style` overrules the one the track names."""
    return CaptionOverlay(
        track, frame=Frame(width=width, height=height), fps=fps, style=style or load_style(track.style)
    )


class CaptionOverlay:
    """Sprites of each frame, painted when first shown and dropped behind the playhead."""

    def __init__(
        self,
        track: CaptionTrack,
        *,
        frame: Frame,
        fps: int,
        style: Style,
        cast_type: type[PageSprites] = PageSprites,
    ) -> None:
        self._track = track
        self._frame = frame
        self._fps = fps
        self._cast_type = cast_type
        self._letters = lettering(style, track.language)
        self._shown = [nearest_frames(page.span, fps) for page in track.pages]
        self._starts = [frames.start for frames in self._shown]
        spans = [page.span for page in track.pages]
        self._flickers, self._moves = flicker_pages(spans), moving_pages(spans)
        powers = (
            sum(power_word(style, word) for line in page.lines for word in line.words) for page in track.pages
        )
        self._powers = list(accumulate(powers, initial=0))
        self._casts: OrderedDict[int, PageSprites] = OrderedDict()

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first; empty between pages."""
        number = bisect_right(self._starts, frame) - 1
        if number < 0 or frame not in self._shown[number]:
            return ()
        return page_frame(self._cast(number), self._moment(number, frame))

    def page_at(self, frame: int) -> tuple[PageSprites, int] | None:
        """The page on screen in a frame and the number of its active word; None between pages."""
        number = bisect_right(self._starts, frame) - 1
        if number < 0 or frame not in self._shown[number]:
            return None
        return self._cast(number), active_word(self._track.pages[number], frame, self._fps)

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
        page, style = self._track.pages[number], self._letters.style
        words = [word for line in page.lines for word in line.words]
        return (
            replace(page, span=page.span.shifted(-origin), lines=(), contrast=0.0),
            [len(line.words) for line in page.lines],
            [replace(word, span=word.span.shifted(-origin), index=0) for word in words],
            number % math.lcm(2, len(style.palette) or 1),
            self._powers[number] % (len(style.power.colours) or 1),
            self._flickers[number],
            self._moves[number],
            _opens(page),
            origin if style.ground.pulse else 0,
        )

    @property
    def kept_bytes(self) -> int:
        """Memory of everything painted that is still held."""
        return sum(sprites.painted_bytes for sprites in self._casts.values())

    def _cast(self, number: int) -> PageSprites:
        if number in self._casts:
            self._casts.move_to_end(number)
            return self._casts[number]
        page = self._track.pages[number]
        geometry = lay_page(
            page,
            letters=self._letters,
            position=self._track.position,
            frame=self._frame,
            safe_area=self._track.safe_area,
        )
        sprites = self._cast_type(page, geometry, self._letters, PageFacts(number, self._powers[number]))
        self._casts[number] = sprites
        while len(self._casts) > KEPT_PAGES:
            self._casts.popitem(last=False)
        return sprites

    def _moment(self, number: int, frame: int) -> PageMoment:
        page = self._track.pages[number]
        now = frame_time(frame, self._fps)
        active = active_word(page, frame, self._fps)
        word = [word for line in page.lines for word in line.words][max(0, active)].span
        return PageMoment(
            seconds=float(now),
            page=float(max(ZERO, now - page.span.start)),
            active=active,
            word=float(max(ZERO, now - word.start)),
            may_flicker=active == 0 and self._flickers[number],
            page_moves=self._moves[number],
            opens=_opens(page),
            word_moves=word.duration >= LIVELY_WORD,
        )


def _opens(page: Page) -> bool:
    """Whether a page stands from the first frame of the video."""
    return page.span.start == ZERO


def active_word(page: Page, frame: int, fps: int) -> int:
    """Which word of a page is lit: the last whose frame has come, until the next one; -1 before the first."""
    starts = [nearest_frame(word.span.start, fps) for line in page.lines for word in line.words]
    return bisect_right(starts, frame) - 1
