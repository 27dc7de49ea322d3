"""A caption track as sprites for every frame."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from renderer.captions.animation import LIVELY_WORD, flicker_pages, moving_pages
from renderer.captions.cast import Cast, PageFacts
from renderer.captions.frame import Frame
from renderer.captions.geometry import lay_page, power_word
from renderer.captions.lettering import lettering
from renderer.captions.schema import Style
from renderer.captions.staging import Moment, staged
from renderer.captions.style import load_style
from renderer.compositor.picture import Overlay
from renderer.compositor.sprite import PlacedSprite
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import first_frame, frame_range, frame_time

KEPT_PAGES: Final = 2
"""Painted pages kept: the one on screen and its predecessor; memory does not grow with the video."""


def open_captions(
    track: CaptionTrack, *, width: int, height: int, fps: int, style: Style | None = None
) -> Overlay:
    """The captions of a track for a frame size and rate; `style` overrules the one the track names."""
    return CaptionOverlay(
        track, frame=Frame(width=width, height=height), fps=fps, style=style or load_style(track.style)
    )


class CaptionOverlay:
    """Sprites of each frame, painted when first shown and dropped behind the playhead."""

    def __init__(
        self, track: CaptionTrack, *, frame: Frame, fps: int, style: Style, cast_type: type[Cast] = Cast
    ) -> None:
        self._track = track
        self._frame = frame
        self._fps = fps
        self._cast_type = cast_type
        self._letters = lettering(style, track.language)
        self._shown = [frame_range(page.span, fps) for page in track.pages]
        self._starts = [frames.start for frames in self._shown]
        spans = [page.span for page in track.pages]
        self._flickers, self._moves = flicker_pages(spans), moving_pages(spans)
        powers = (
            sum(power_word(style, word) for line in page.lines for word in line.words) for page in track.pages
        )
        self._powers = list(accumulate(powers, initial=0))
        self._casts: OrderedDict[int, Cast] = OrderedDict()

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first; empty between pages."""
        number = bisect_right(self._starts, frame) - 1
        if number < 0 or frame not in self._shown[number]:
            return ()
        return staged(self._cast(number), self._moment(number, frame))

    @property
    def kept_bytes(self) -> int:
        """Memory of everything painted that is still held."""
        return sum(cast.painted_bytes for cast in self._casts.values())

    def _cast(self, number: int) -> Cast:
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
        cast = self._cast_type(page, geometry, self._letters, PageFacts(number, self._powers[number]))
        self._casts[number] = cast
        while len(self._casts) > KEPT_PAGES:
            self._casts.popitem(last=False)
        return cast

    def _moment(self, number: int, frame: int) -> Moment:
        page = self._track.pages[number]
        now = frame_time(frame, self._fps)
        active = active_word(page, frame, self._fps)
        word = [word for line in page.lines for word in line.words][active].span
        return Moment(
            seconds=float(now),
            page=float(now - page.span.start),
            active=active,
            word=float(now - word.start),
            may_flicker=active == 0 and self._flickers[number],
            page_moves=self._moves[number],
            word_moves=word.duration >= LIVELY_WORD,
        )


def active_word(page: Page, frame: int, fps: int) -> int:
    """Which word of a page is lit: the last whose first frame has come; it stays lit until the next one."""
    starts = [first_frame(word.span.start, fps) for line in page.lines for word in line.words]
    return max(0, bisect_right(starts, frame) - 1)
